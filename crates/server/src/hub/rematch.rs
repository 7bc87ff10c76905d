//! Rematches: a new table with the same settings, where each player's seat is reserved.

use std::sync::Arc;

use facedown_core::Contribution;
use facedown_protocol::rest::NewTableInfo;
use facedown_protocol::{Kind, Refusal, TableId};

use super::{Handle, Hub};
use crate::actor::{TableRequest, TableResponse};
use crate::identity::Caller;
use crate::origin::Origin;
use crate::room::Created;

/// How many rematches of rematches are followed to find the current one.
const MAX_CHAIN: usize = 100;

/// Where the caller's rematch is.
enum Next {
    /// At a table that exists already.
    At(TableId),
    /// At a table that is to be created with these settings, as the rematch of this one.
    New(TableId, Box<Created>),
}

impl Hub {
    /// Finds or creates the rematch of a table, and seats the caller there if they played at that table.
    ///
    /// If the rematch is over as well, its own rematch is used, and so on. A rematch that was closed before it started is
    /// replaced by a new one. It makes no difference whether the table has been archived.
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
                    self.request(&table, Some(caller), None, TableRequest::SetRematch(new.clone()))
                        .await?;
                    new
                }
            }
        };
        // A caller who may not take a seat there still gets its id.
        let sat = self
            .request(&there, Some(caller), None, TableRequest::SitReserved { contribution })
            .await;
        if let Err(refusal) = sat
            && refusal.kind == Kind::Unavailable.name()
        {
            return Err(refusal);
        }
        let code = match self.request(&there, Some(caller), None, TableRequest::Code).await {
            Ok(TableResponse::Code(code)) => Some(code),
            _ => None,
        };
        Ok(NewTableInfo { table: there, code })
    }

    /// Follows the chain of rematches from this table on.
    async fn next(self: &Arc<Self>, caller: &Caller, table: &TableId) -> Result<Next, Refusal> {
        let mut last = None;
        let mut table = table.clone();
        for _ in 0..MAX_CHAIN {
            let (there, created) =
                match self.request(&table, Some(caller), None, TableRequest::Rematch).await {
                    Ok(TableResponse::Rematch { there, created }) => (there, created),
                    Ok(_) => return Err(Refusal::plain(Kind::Internal)),
                    Err(refusal) => match last {
                        None => return Err(refusal),
                        // The rematch was closed before it started, or cannot be opened.
                        Some((before, Some(created))) if self.is_lost(&table, &refusal) => {
                            return Ok(Next::New(before, created));
                        }
                        // The rematch is being played, or the caller did not play there.
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

    /// The newest rematch of a table that is in memory. Only those who played at that table may learn of it.
    fn rematch_of(&self, table: &TableId) -> Option<TableId> {
        let tables = self.tables();
        let is_rematch = |handle: &Handle| {
            handle.rematch_of.as_ref() == Some(table) && !handle.summary().now.closed
        };
        let rematches = tables.handles.iter().filter(|(_, handle)| is_rematch(handle));
        rematches.max_by_key(|(_, handle)| handle.number).map(|(id, _)| id.clone())
    }

    /// Whether a table that refuses the caller with this refusal will never be played.
    ///
    /// A private table says "not found" to those it has kicked, too. They must not replace it.
    fn is_lost(&self, table: &TableId, refusal: &Refusal) -> bool {
        let is = |kind: Kind| refusal.kind == kind.name();
        let is_gone = || is(Kind::NotFound) && !self.tables().handles.contains_key(table);
        is(Kind::GameOver) || is(Kind::Damaged) || is_gone()
    }
}
