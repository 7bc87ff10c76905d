//! Vectors of seals, keys in escrow, and complaints.

use facedown_core::Seat;
use serde::{Deserialize, Serialize};

use super::{Hex, Kind, Place, bytes, public, secret};
use crate::escrow::{Complaint, Dealing};
use crate::group::Point;
use crate::sealed::{SealedSecret, Unsealing};
use crate::testing::seat;
use crate::transcript::Operation;

pub(super) struct Seals;

#[derive(Serialize, Deserialize)]
pub(super) struct SealIn {
    pub(super) context: Place,
    pub(super) recipient: Recipient,
    pub(super) payload: Hex,
    secret: Hex,
    seed: Hex,
    pub(super) unsealing_context: Place,
    unsealing_seed: Hex,
}

#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Recipient {
    pub(super) seat: usize,
    pub(super) secret: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct SealOut {
    pub(super) sealed: Hex,
    pub(super) unsealing: Hex,
}

impl Kind for Seals {
    const FILE: &'static str = "seals";
    const WHAT: &'static str =
        "32 bytes that are sealed for one seat, and their unsealing for all by that seat.";
    type Input = SealIn;
    type Output = SealOut;

    fn inputs() -> Vec<(String, SealIn)> {
        let input = SealIn {
            context: Place::new(0, Operation::Dealing),
            recipient: Recipient { seat: 1, secret: secret(2) },
            payload: bytes(42),
            secret: secret(1),
            seed: bytes(16),
            unsealing_context: Place::new(1, Operation::Escrow),
            unsealing_seed: bytes(17),
        };
        vec![("a seal".to_owned(), input)]
    }

    fn make(input: &SealIn) -> SealOut {
        let (sent, key) = (input.context.context(), input.recipient.secret.key());
        let (secret, recipient) = (input.secret.secret(), seat(input.recipient.seat));
        let (payload, rng) = (input.payload.array(), &mut input.seed.rng());
        let sealed = SealedSecret::new(&sent, recipient, key.share(), &payload, &secret, rng);
        let context = input.unsealing_context.context();
        let rng = &mut input.unsealing_seed.rng();
        let unsealing = Unsealing::new(&context, &sent, &key, &sealed, rng).unwrap();
        SealOut { sealed: Hex::of(&sealed), unsealing: Hex::of(&unsealing) }
    }

    fn check(input: &SealIn, output: &SealOut) {
        let (sent, key) = (input.context.context(), input.recipient.secret.key());
        let (sealed, unsealing): (SealedSecret, Unsealing) =
            (output.sealed.read(), output.unsealing.read());
        assert_eq!(*sealed.open(&sent, seat(input.recipient.seat), &key), *input.payload.0);
        let context = input.unsealing_context.context();
        let shown = unsealing.verify(&context, &sent, key.share(), &sealed);
        assert_eq!(shown, Ok(input.payload.array()));
    }
}

pub(super) struct Dealings;

#[derive(Serialize, Deserialize)]
pub(super) struct DealIn {
    pub(super) context: Place,
    pub(super) secret: Hex,
    pub(super) threshold: usize,
    pub(super) recipients: Vec<Recipient>,
    seed: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct DealOut {
    pub(super) dealing: Hex,
    parts: Vec<Hex>,
}

impl DealIn {
    fn new(secret: Hex) -> Self {
        let recipient = |n: u8| Recipient { seat: usize::from(n), secret: super::secret(30 + n) };
        Self {
            context: Place::new(1, Operation::Dealing),
            secret,
            threshold: 2,
            recipients: [0, 2, 3].map(recipient).into(),
            seed: bytes(18),
        }
    }

    pub(super) fn to(&self) -> Vec<(Seat, Point)> {
        let to = |recipient: &Recipient| (seat(recipient.seat), public(&recipient.secret));
        self.recipients.iter().map(to).collect()
    }

    fn dealing(&self) -> Dealing {
        let (context, key) = (self.context.context(), self.secret.key());
        Dealing::new(&context, &key, self.threshold, &self.to(), &mut self.seed.rng()).unwrap()
    }
}

impl Kind for Dealings {
    const FILE: &'static str = "dealings";
    const WHAT: &'static str =
        "A key in escrow, and the part of it that each recipient finds in its seal.";
    type Input = DealIn;
    type Output = DealOut;

    fn inputs() -> Vec<(String, DealIn)> {
        vec![("two of three".to_owned(), DealIn::new(secret(1)))]
    }

    fn make(input: &DealIn) -> DealOut {
        let (context, share, dealing) =
            (input.context.context(), public(&input.secret), input.dealing());
        let part = |recipient: &Recipient| {
            let (seat, key) = (seat(recipient.seat), recipient.secret.key());
            Hex::scalar(dealing.open(&context, &share, seat, &key).unwrap().scalar())
        };
        let parts = input.recipients.iter().map(part).collect();
        DealOut { dealing: Hex::of(&dealing), parts }
    }

    fn check(input: &DealIn, output: &DealOut) {
        let (dealing, share): (Dealing, _) = (output.dealing.read(), public(&input.secret));
        let context = input.context.context();
        assert_eq!(dealing.verify(&context, &share, input.threshold, &input.to()), Ok(()));
        for (recipient, part) in input.recipients.iter().zip(&output.parts) {
            assert_eq!(dealing.public(&share, seat(recipient.seat)), public(part));
        }
    }
}

pub(super) struct Complaints;

#[derive(Serialize, Deserialize)]
pub(super) struct ComplaintIn {
    pub(super) dealt: DealIn,
    pub(super) true_secret: Hex,
    pub(super) context: Place,
    pub(super) recipient: Recipient,
    pub(super) seed: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct ComplaintOut {
    pub(super) dealing: Hex,
    pub(super) complaint: Hex,
}

impl Kind for Complaints {
    const FILE: &'static str = "complaints";
    const WHAT: &'static str = "A dealing of parts of another key than the dealer's true one, and the complaint of a recipient.";
    type Input = ComplaintIn;
    type Output = ComplaintOut;

    fn inputs() -> Vec<(String, ComplaintIn)> {
        let dealt = DealIn::new(secret(3));
        let recipient = dealt.recipients[1].clone();
        let context = Place::new(recipient.seat, Operation::Escrow);
        let input =
            ComplaintIn { dealt, true_secret: secret(1), context, recipient, seed: bytes(19) };
        vec![("a complaint with reason".to_owned(), input)]
    }

    fn make(input: &ComplaintIn) -> ComplaintOut {
        let (dealing, dealt) = (input.dealt.dealing(), input.dealt.context.context());
        let (context, share) = (input.context.context(), public(&input.true_secret));
        let (key, rng) = (input.recipient.secret.key(), &mut input.seed.rng());
        let complaint = Complaint::new(&context, &dealing, &dealt, &share, &key, rng).unwrap();
        ComplaintOut { dealing: Hex::of(&dealing), complaint: Hex::of(&complaint) }
    }

    fn check(input: &ComplaintIn, output: &ComplaintOut) {
        let (dealing, complaint): (Dealing, Complaint) =
            (output.dealing.read(), output.complaint.read());
        let (context, dealt) = (input.context.context(), input.dealt.context.context());
        let (share, own) = (public(&input.true_secret), public(&input.recipient.secret));
        assert_eq!(complaint.verify(&context, &dealing, &dealt, &share, &own), Ok(true));
    }
}
