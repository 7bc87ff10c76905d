//! Rematches: the players of a table play again at a new one, each on the same seat.

use std::sync::Arc;

use facedown_core::Contribution;
use facedown_protocol::rest::NewTableInfo;
use facedown_protocol::{Kind, Refusal, TableId};

use super::{Handle, Hub};
use crate::actor::{Answer, Ask};
use crate::identity::Caller;
use crate::origin::Origin;
use crate::room::Created;

/// How many rematches of rematches are followed to find the one that is played now.
const LONGEST_CHAIN: usize = 100;

/// Where the caller plays again.
enum Next {
    /// At a table that is there already.
    At(TableId),
    /// At one that is to be set up, as the rematch of this table.
    New(TableId, Box<Created>),
}

impl Hub {
    /// Finds or sets up the rematch of a table, and seats the caller there if they played at that table.
    ///
    /// If the rematch is over, too, its own rematch is meant, and so on. One that was given up before it began is set up
    /// anew. It makes no difference whether the table has been archived.
    pub async fn rematch(
        self: &Arc<Self>,
        caller: &Caller,
        from: Origin,
        table: &TableId,
        contribution: Option<Contribution>,
    ) -> Result<NewTableInfo, Refusal> {
        let there = {
            let _one_at_a_time = self.rematching.lock().await;
            match self.next(caller, table).await? {
                Next::At(there) => there,
                Next::New(table, mut created) => {
                    created.code = self.code()?;
                    let new = self.set_up(*created, from).await?.table;
                    self.ask(&table, Some(caller), None, Ask::GoTo(new.clone())).await?;
                    new
                }
            }
        };
        // Somebody who may not sit there is told where it is all the same.
        let sat = self.ask(&there, Some(caller), None, Ask::SitKept { contribution }).await;
        if let Err(refusal) = sat
            && refusal.kind == Kind::Unavailable.name()
        {
            return Err(refusal);
        }
        let code = match self.ask(&there, Some(caller), None, Ask::Code).await {
            Ok(Answer::Code(code)) => Some(code),
            _ => None,
        };
        Ok(NewTableInfo { table: there, code })
    }

    /// Follows rematches from this table on.
    async fn next(self: &Arc<Self>, caller: &Caller, table: &TableId) -> Result<Next, Refusal> {
        let mut last = None;
        let mut table = table.clone();
        for _ in 0..LONGEST_CHAIN {
            let (there, created) = match self.ask(&table, Some(caller), None, Ask::Again).await {
                Ok(Answer::Again { there, created }) => (there, created),
                Ok(_) => return Err(Refusal::plain(Kind::Internal)),
                Err(refusal) => match last {
                    None => return Err(refusal),
                    // It was given up before it began, or cannot be opened.
                    Some((before, Some(created))) if is_lost(&refusal) => {
                        return Ok(Next::New(before, created));
                    }
                    // They play there now, or the caller was not there.
                    Some(_) => return Ok(Next::At(table)),
                },
            };
            let there = there.or_else(|| self.rematch_of(&table).filter(|_| created.is_some()));
            match (there, created) {
                (Some(there), created) => {
                    last = Some((std::mem::replace(&mut table, there), created));
                }
                (None, Some(created)) => return Ok(Next::New(table, created)),
                (None, None) => return Err(Refusal::plain(Kind::GameNotOver)),
            }
        }
        Ok(Next::At(table))
    }

    /// The newest rematch of a table that is in memory. It is for those who played at that table.
    fn rematch_of(&self, table: &TableId) -> Option<TableId> {
        let tables = self.tables();
        let is_rematch = |handle: &Handle| {
            handle.rematch_of.as_ref() == Some(table) && !handle.summary().now.closed
        };
        let rematches = tables.handles.iter().filter(|(_, handle)| is_rematch(handle));
        rematches.max_by_key(|(_, handle)| handle.number).map(|(id, _)| id.clone())
    }
}

/// Whether a table that refuses in this way is one where nobody will play any more.
fn is_lost(refusal: &Refusal) -> bool {
    [Kind::GameOver, Kind::NotFound, Kind::Damaged].iter().any(|kind| refusal.kind == kind.name())
}
