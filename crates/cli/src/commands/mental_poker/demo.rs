//! One game of the demo, from the keys to the audit.

mod telling;

use facedown_bots::Bot;
use facedown_core::{BySeat, Dice, Seat, Seed};
use facedown_crypto::places::Entry;
use facedown_games::Names;
use facedown_peers::{Verdict, audit};
use facedown_protocol::Name;
use serde_json::{Value, json};

use super::cheats::{Cheat, Cheater, Forged};
use super::demo_error;
use super::forge::Forger;
use super::machines::{Machines, Phase, Refused};
use super::output::Output;
use crate::chain::proven;
use crate::failure::Failure;
use crate::hex::from_hex;
use crate::lineup;
use crate::playable::Playable;
use telling::listed;

const NAMES: [&str; 6] = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"];
/// The seat of whoever cheats.
const CHEATER: usize = 1;
/// How many events of the game are told.
const TOLD: usize = 8;
/// A game with more actions than this is not going to end.
const MAX_ACTIONS: usize = 20_000;

/// What is played, and how.
pub(super) struct Plan<G: Playable> {
    pub(super) options: G::Options,
    pub(super) bots: Vec<String>,
    pub(super) seed: Seed,
    pub(super) cheat: Option<Cheat>,
}

/// A game between machines.
pub(super) struct Demo<'a, G: Playable> {
    machines: Machines<G>,
    bots: Vec<Box<dyn Bot<G>>>,
    /// How many events each bot has heard.
    heard: Vec<usize>,
    names: Names,
    cheater: Option<Cheater>,
    /// What came to light, for each phase: keyword, what was tried, how it was found.
    findings: Vec<(Phase, [String; 3])>,
    /// The same for programs.
    cheat_json: Value,
    known: Vec<Verdict>,
    dice: Dice,
    output: &'a mut Output,
}

/// What a demo has come to.
pub(super) struct Played {
    /// The chain, as bytes.
    pub(super) chain: Vec<u8>,
    pub(super) json: Value,
}

impl<'a, G: Playable> Demo<'a, G> {
    pub(super) fn new(plan: &Plan<G>, output: &'a mut Output) -> Result<Self, Failure> {
        let count = plan.bots.len();
        let secret = |what: &str, number: usize| {
            let text = format!("facedown mental-poker {} {what} {number}", plan.seed.to_hex());
            // A seed always has 64 digits.
            from_hex(&Seed::from_text(&text).to_hex()).unwrap_or_default()
        };
        let seeds: Vec<[u8; 32]> = (0..count).map(|number| secret("player", number)).collect();
        let nonces: Vec<[u8; 32]> = (0..count).map(|number| secret("nonce", number)).collect();
        let names = NAMES.iter().take(count).map(|name| Name::new(name).map_err(demo_error));
        let names: Vec<Name> = names.collect::<Result<_, _>>()?;
        let seat = Seat::new(CHEATER).ok_or_else(|| demo_error("there is no such seat"))?;
        let dishonest = plan.cheat.and_then(Cheat::rules).map(|lies| (seat, lies));
        let machines = Machines::new(&plan.options, &names, &seeds, &nonces, dishonest)?;
        let forger = |seed| Forger::new(&machines.chain.genesis, seat, seed);
        let cheater = plan
            .cheat
            .zip(seeds.get(CHEATER))
            .map(|(cheat, seed)| Cheater::new(cheat, NAMES[CHEATER].to_owned(), forger(seed)));
        let dice = |number| Dice::numbered(&plan.seed, number);
        let bots = (1..).zip(&plan.bots).map(|(number, bot)| lineup::bot::<G>(bot, dice(number)));
        let names = BySeat::new(machines.seats(), |seat| NAMES[seat.index()].to_owned());
        Ok(Self {
            bots: bots.collect::<Result<_, _>>()?,
            heard: vec![0; count],
            names: Names::new(names, None),
            cheater,
            findings: Vec::new(),
            cheat_json: Value::Null,
            known: Vec::new(),
            dice: dice(0),
            machines,
            output,
        })
    }

    /// Plays the whole game. Returns nothing if there was no chance to cheat.
    pub(super) fn play(mut self) -> Result<Option<Played>, Failure> {
        self.introduce();
        self.settle()?;
        let deal = self.tell_deal();
        self.flush()?;
        let Some(actions) = self.play_actions()? else { return Ok(None) };
        if self.cheater.as_ref().is_some_and(|cheater| !cheater.is_done) {
            return Ok(None);
        }
        let audit = audit::<G>(&self.machines.chain).map_err(demo_error)?;
        self.tell_end(&audit)?;
        let played = self.tell_chain(actions, &deal, &audit);
        Ok(Some(played))
    }

    /// Whether what is told may be written at once, or only when the game was worth it.
    fn flush(&mut self) -> Result<(), Failure> {
        // After a lie the game can still turn out to lead nowhere.
        let waits = |cheater: &Cheater| {
            cheater.cheat.needs_luck() && (!cheater.is_done || cheater.cheat == Cheat::Lie)
        };
        if self.cheater.as_ref().is_some_and(waits) { Ok(()) } else { self.output.flush() }
    }

    /// Everybody says what is due, until nothing is.
    fn settle(&mut self) -> Result<(), Failure> {
        loop {
            if let Some(cheater) = self.cheater.as_mut().filter(|it| it.cheat == Cheat::Refuse)
                && self.machines.by_seat[cheater.seat().index()].refuse_to_open()
            {
                cheater.is_done = true;
            }
            let due = self.machines.due()?;
            if due.is_empty() {
                return Ok(());
            }
            let (phase, before) = (self.machines.phase(), self.machines.ciphertexts());
            for entry in &due {
                self.send(entry)?;
            }
            let after = self.machines.ciphertexts();
            let is_moved = before.iter().zip(&after).any(|(before, after)| before != after);
            let is_shuffle = phase == Phase::Deal && is_moved;
            self.machines.end_round(if is_shuffle { Phase::Shuffle } else { phase });
        }
    }

    /// Sends an entry, and whatever its author adds to it or tries first.
    fn send(&mut self, entry: &Entry) -> Result<(), Failure> {
        let instead = self.cheater.as_ref().and_then(|it| it.instead_of(entry, &self.machines));
        if let Some(forged) = instead {
            self.forge(&forged)?;
        }
        if self.cheater.as_ref().is_some_and(|it| it.is_lie(entry, &self.machines)) {
            let tried = format!("{} is asked about his hand, and lies.", NAMES[CHEATER]);
            self.accept_foul(entry, &tried);
        }
        self.machines.post(entry)?;
        if let Some(forged) = self.cheater.as_ref().and_then(|it| it.after(entry)) {
            self.forge(&forged)?;
        }
        self.note_verdicts();
        Ok(())
    }

    /// The cheater sends an entry that nobody accepts.
    fn forge(&mut self, forged: &Forged) -> Result<(), Failure> {
        let is_shuffle = self.cheater.as_ref().is_some_and(|it| it.cheat == Cheat::Shuffle);
        let phase = if is_shuffle { Phase::Shuffle } else { self.machines.phase() };
        let refused = self.machines.post_forged(&forged.entry, forged.cheater)?;
        let Refused { number, by, why, verdict } = refused;
        let Some(cheater) = &mut self.cheater else { return Ok(()) };
        cheater.is_done = true;
        let keyword = cheater.cheat.keyword();
        let everybody = listed(by.iter().map(|seat| NAMES[seat.index()]));
        let refuse = if by.len() == 1 { "refuses" } else { "refuse" };
        let found = match &verdict {
            Some(verdict) => {
                let name = NAMES[verdict.seat.index()];
                format!("{everybody} {refuse} entry {number}. It convicts {name}: {why}.")
            }
            None => format!("{everybody} {refuse} entry {number}: {why}. Nobody is convicted."),
        };
        self.cheat_json = json!({
            "cheat": keyword,
            "entry": number,
            "author": forged.entry.author(),
            "refused_by": by,
            "convicted": verdict.as_ref().map(|verdict| verdict.seat),
            "proven": verdict.as_ref().map(|verdict| proven(verdict.proven)),
            "why": why,
        });
        self.known.extend(verdict);
        self.findings.push((phase, [keyword, forged.tried.clone(), found]));
        Ok(())
    }

    /// The cheater sends an entry that everybody has to accept.
    fn accept_foul(&mut self, entry: &Entry, tried: &str) {
        let Some(cheater) = &mut self.cheater else { return };
        (cheater.is_done, cheater.accepted) = (true, Some(entry.place()));
        let keyword = cheater.cheat.keyword();
        let number = self.machines.chain.entries.len();
        self.cheat_json = json!({
            "cheat": keyword,
            "entry": number,
            "author": entry.author(),
            "refused_by": [],
            "convicted": null,
        });
        let tried = format!("{tried} Nobody can tell yet: entry {number} is accepted.");
        self.findings.push((self.machines.phase(), [keyword, tried, String::new()]));
    }

    /// Notes what the machines of the others have found out since.
    fn note_verdicts(&mut self) {
        let cheater = self.cheater.as_ref().map(Cheater::seat);
        let machines = self.machines.seats().all();
        let honest = machines.iter().filter(|seat| Some(*seat) != cheater);
        let of_players = honest.flat_map(|seat| self.machines.of(seat).verdicts());
        let all = self.machines.spectator.verdicts().iter().chain(of_players);
        let new: Vec<Verdict> = all.filter(|it| !self.known.contains(it)).cloned().collect();
        for verdict in new {
            if !self.known.contains(&verdict) {
                self.note_verdict(verdict);
            }
        }
    }

    fn note_verdict(&mut self, verdict: Verdict) {
        let found = self.sentence(&verdict);
        let is_this = |cheater: &Cheater| cheater.accepted == Some(verdict.entry);
        if self.cheater.as_ref().is_some_and(is_this) && self.cheat_json["convicted"].is_null() {
            self.cheat_json["convicted"] = json!(verdict.seat);
            self.cheat_json["proven"] = json!(proven(verdict.proven));
            self.cheat_json["why"] = json!(verdict.cheat.to_string());
        }
        self.known.push(verdict);
        self.findings.push((self.machines.phase(), [String::new(), String::new(), found]));
    }

    /// Plays to the end. Returns the number of actions, or nothing if a lie has led to where only the truth could go on.
    fn play_actions(&mut self) -> Result<Option<usize>, Failure> {
        self.output.chapter(
            "Play",
            "An action is one entry, with the author’s own share of each card that it turns over. Every machine runs the \
             rules, so everybody knows what is due next, and nobody can ask for more.",
        );
        let mut told = 0;
        for actions in 0..MAX_ACTIONS {
            for text in self.new_events(told) {
                if told < TOLD {
                    self.output.event(&text);
                }
                told += 1;
            }
            if actions > 0 {
                self.flush()?;
            }
            let waiting = self.machines.spectator.rules().waiting_on();
            if waiting.is_empty() {
                self.tell_play(actions, told)?;
                return Ok(Some(actions));
            }
            if let Some(forged) =
                self.cheater.as_ref().and_then(|it| it.out_of_turn(&self.machines))
            {
                self.forge(&forged)?;
            }
            let waiting: Vec<Seat> = waiting.iter().collect();
            let seat = *self.dice.pick(&waiting).ok_or_else(|| demo_error("nobody acts"))?;
            if !self.act(seat, &waiting)? {
                return Ok(None);
            }
        }
        Err(demo_error("the game does not end"))
    }

    /// Somebody acts, and everybody carries it out. Returns whether they could: whoever claims a card that it does not have
    /// cannot play it next.
    fn act(&mut self, seat: Seat, waiting: &[Seat]) -> Result<bool, Failure> {
        let foul = self.foul(waiting);
        let is_foul = foul.is_some();
        let (seat, action) = match foul {
            Some(foul) => foul,
            None => (seat, self.choose(seat)?),
        };
        let has_lied = |it: &Cheater| it.cheat == Cheat::Lie && it.is_done && it.seat() == seat;
        let has_lied = self.cheater.as_ref().is_some_and(has_lied);
        let entry = match self.machines.act(seat, action) {
            Err(_) if has_lied => return Ok(false),
            made => made?,
        };
        if is_foul {
            let name = NAMES[CHEATER];
            let tried = format!("{name} takes an action that only his own cards forbid.");
            self.accept_foul(&entry, &tried);
        }
        match self.send(&entry) {
            Err(_) if has_lied => return Ok(false),
            posted => posted?,
        }
        self.machines.end_round(Phase::Play);
        self.settle()?;
        for (number, bot) in self.bots.iter_mut().enumerate().filter(|(_, bot)| bot.listens()) {
            let new = self.machines.by_seat[number].heard(self.heard[number]);
            self.heard[number] += new.len();
            for event in &new {
                bot.hear(event);
            }
        }
        Ok(true)
    }

    /// An action that only the cheater's own cards forbid, if it has a chance to take one.
    fn foul(&self, waiting: &[Seat]) -> Option<(Seat, G::Action)> {
        let cheater =
            self.cheater.as_ref().filter(|it| it.cheat == Cheat::Hidden && !it.is_done)?;
        let seat = Some(cheater.seat()).filter(|seat| waiting.contains(seat))?;
        let action = self.machines.of(seat).hidden_foul(seat, &self.machines.spectator)?;
        Some((seat, action))
    }

    fn choose(&mut self, seat: Seat) -> Result<G::Action, Failure> {
        let machine = self.machines.of(seat);
        let waits = |cheater: &Cheater| cheater.cheat.needs_luck() && !cheater.is_done;
        if self.cheater.as_ref().is_some_and(waits) && self.dice.below(2) == 0 {
            // Rare kinds of actions are as likely as common ones, so that something happens.
            let kind = |action: &G::Action| {
                let json = serde_json::to_value(action).unwrap_or_default();
                json.get("type").cloned().unwrap_or(json)
            };
            let legal = machine.legal();
            let mut kinds: Vec<Value> = legal.iter().map(kind).collect();
            kinds.dedup();
            let wanted = self.dice.pick(&kinds).cloned();
            let fitting: Vec<G::Action> =
                legal.into_iter().filter(|action| Some(kind(action)) == wanted).collect();
            let action = self.dice.pick(&fitting).cloned();
            return action.ok_or_else(|| demo_error("there is nothing to do"));
        }
        let game = machine.game().ok_or_else(|| demo_error("the cards are not dealt"))?;
        Ok(self.bots[seat.index()].choose(game, seat, &machine.lens()))
    }
}
