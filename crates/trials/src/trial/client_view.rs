//! What a client knows from its messages alone.

use facedown_protocol::delta::{Shorthand, apply, view_of};
use serde_json::{Value, json};

/// For how many entries the server tells a returning client exactly what it missed.
pub(crate) const RECENT_ENTRIES: u64 = facedown_server::room::RECENT_ENTRIES as u64;

/// What a client knows.
pub(crate) struct ClientView {
    pub(crate) n: u64,
    /// What everybody sees.
    public: Value,
    /// What this viewer sees beyond that.
    own: Value,
    pub(crate) table: Value,
    pub(crate) waiting: Value,
    pub(crate) may_act: Value,
    pub(crate) legal: Value,
    /// The clocks of the welcome if that was the last message; `null` if it had none.
    pub(crate) welcomed: Option<Value>,
    shorthand: Shorthand,
    is_new: bool,
}

/// One entry of the journal, as the client was told of it.
#[derive(Default)]
pub(crate) struct ToldEntry {
    pub(crate) n: u64,
    pub(crate) ack: Option<String>,
    pub(crate) by: Value,
    pub(crate) events: Vec<Value>,
    pub(crate) said: Value,
    /// Only in an update.
    pub(crate) clocks: Option<Value>,
}

impl ClientView {
    pub(crate) fn new() -> Self {
        Self {
            n: 0,
            public: Value::Null,
            own: Value::Null,
            table: Value::Null,
            waiting: json!([]),
            may_act: json!([]),
            legal: json!([]),
            welcomed: None,
            shorthand: Shorthand::default(),
            is_new: true,
        }
    }

    /// Applies a message. Returns the entries of the journal that it reports; `None` for other messages.
    pub(crate) fn take(&mut self, frame: &str) -> Result<Option<Vec<ToldEntry>>, String> {
        let message: Value = serde_json::from_str(frame).map_err(|error| error.to_string())?;
        self.welcomed = None;
        match message["type"].as_str() {
            None => self.update(&message).map(|told| Some(vec![told])),
            Some("welcome") => self.welcome(&message).map(Some),
            Some(_) => Ok(None),
        }
    }

    /// The legal actions: none unless the seat may act.
    pub(crate) fn may_do(&self, seat: Option<usize>) -> Value {
        let asked = |list: &Vec<Value>| seat.is_some_and(|seat| list.contains(&json!(seat)));
        if self.may_act.as_array().is_some_and(asked) { self.legal.clone() } else { json!([]) }
    }

    fn welcome(&mut self, welcome: &Value) -> Result<Vec<ToldEntry>, String> {
        let n = welcome["n"].as_u64().ok_or("a welcome without a number")?;
        if n < self.n {
            return Err(format!("the server welcomes with {n}, after it has told of {}", self.n));
        }
        let missed = welcome["missed"].as_array();
        if missed.is_none() && n - self.n < RECENT_ENTRIES {
            return Err("the server does not say what was missed".into());
        }
        let missed_all = missed.into_iter().flatten();
        let told: Vec<ToldEntry> =
            missed_all.map(|missed| told(missed, Ok)).collect::<Result<_, _>>()?;
        let numbers: Vec<u64> = told.iter().map(|told| told.n).collect();
        if missed.is_some() && !numbers.iter().copied().eq(self.n + 1..=n) {
            return Err(format!("after {} and until {n} were missed: {numbers:?}", self.n));
        }
        let vocabulary = serde_json::from_value(welcome["vocabulary"].clone());
        self.shorthand = Shorthand::new(vocabulary.map_err(|error| error.to_string())?);
        self.n = n;
        self.is_new = false;
        self.public = welcome["view"].clone();
        self.own = welcome["own"].clone();
        self.table = welcome["table"].clone();
        self.waiting = welcome["waiting"].clone();
        self.may_act = welcome.get("may_act").unwrap_or(&self.waiting).clone();
        self.legal = welcome["legal"].clone();
        self.welcomed = Some(welcome["clocks"].clone());
        Ok(told)
    }

    /// The client's view.
    pub(crate) fn view(&self) -> Value {
        view_of(&self.public, &self.own)
    }

    fn update(&mut self, update: &Value) -> Result<ToldEntry, String> {
        if self.is_new {
            return Err("an update before the welcome".into());
        }
        let shorthand = &self.shorthand;
        let long = |short: Value| shorthand.lengthen(short).map_err(|error| error.to_string());
        let mut told = told(update, long)?;
        told.clocks = Some(update["c"].clone());
        if told.n != self.n + 1 {
            return Err(format!("update {} comes after {}", told.n, self.n));
        }
        self.n = told.n;
        if let Some(legal) = update["l"].as_array() {
            self.legal = legal.iter().cloned().map(long).collect::<Result<_, _>>()?;
        }
        for (key, value) in [("v", &mut self.public), ("o", &mut self.own), ("t", &mut self.table)]
        {
            if let Some(delta) = update.get(key) {
                apply(value, delta.clone(), shorthand).map_err(|error| error.to_string())?;
            }
        }
        if let Some(waiting) = update.get("w") {
            self.waiting = waiting.clone();
            self.may_act = update.get("p").unwrap_or(waiting).clone();
        }
        Ok(told)
    }
}

fn told(
    message: &Value,
    long: impl Fn(Value) -> Result<Value, String>,
) -> Result<ToldEntry, String> {
    let events = message["e"].as_array().into_iter().flatten().cloned();
    Ok(ToldEntry {
        n: message["n"].as_u64().ok_or("an update without a number")?,
        ack: message["a"].as_str().map(str::to_owned),
        by: message["by"].clone(),
        events: events.map(long).collect::<Result<_, _>>()?,
        said: message["m"].clone(),
        clocks: None,
    })
}
