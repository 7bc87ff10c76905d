//! The values of cards and events to the bot, in tenths of a life.

use facedown_games::exploding_kittens::Kind;

/// The values of cards and events, and assumptions about other players.
pub(super) struct Prices {
    /// A life.
    pub(super) life: f64,
    /// The first Defuse.
    pub(super) defuse: f64,
    /// Another Defuse.
    pub(super) spare: f64,
    /// A card that is drawn or stolen, before it is seen.
    pub(super) card: f64,
    nope: f64,
    attack: f64,
    pub(super) skip: f64,
    see: f64,
    alter: f64,
    shuffle: f64,
    cat: f64,
    /// The factor by which a danger decreases from one draw to the next, because a player may shuffle.
    pub(super) fade: f64,
    /// The probability that a play is not stopped.
    pub(super) through: f64,
    /// How readily others use an escape card: a factor on the probability that the next card is deadly.
    pub(super) flee: f64,
    /// The smallest gain for which a play is worth it.
    pub(super) margin: f64,
}

/// The prices that won most, of those tried in some thousand games each.
pub(super) const PRICES: Prices = Prices {
    life: 10.0,
    defuse: 3.2,
    spare: 2.5,
    card: 1.0,
    nope: 1.9,
    attack: 2.4,
    skip: 1.4,
    see: 0.55,
    alter: 1.5,
    shuffle: 0.6,
    cat: 0.45,
    fade: 0.65,
    through: 0.7,
    flee: 3.0,
    margin: 0.05,
};

impl Prices {
    /// The value of a card in hand, if the hand has `others` more of the same kind.
    pub(super) fn of(&self, kind: Kind, others: usize) -> f64 {
        match kind {
            Kind::Defuse if others > 0 => self.spare,
            Kind::Defuse => self.defuse,
            Kind::StreakingKitten => self.spare,
            Kind::Nope => self.nope,
            Kind::Attack | Kind::SuperSkip => self.attack,
            Kind::TargetedAttack | Kind::CatomicBomb => self.attack * 1.1,
            Kind::Skip => self.skip,
            Kind::Reverse | Kind::DrawFromTheBottom => self.skip * 0.9,
            Kind::AlterTheFuture | Kind::AlterTheFutureFive => self.alter,
            Kind::SeeTheFuture | Kind::SeeTheFutureFive => self.see,
            Kind::Shuffle | Kind::SwapTopAndBottom | Kind::GarbageCollection => self.shuffle,
            Kind::Favor => 0.1,
            Kind::Mark => 0.2,
            Kind::CurseOfTheCatButt => 0.6,
            Kind::ExplodingKitten | Kind::ImplodingKitten => 0.0,
            Kind::FeralCat => self.cat * 1.5,
            Kind::Tacocat
            | Kind::BeardCat
            | Kind::RainbowRalphingCat
            | Kind::HairyPotatoCat
            | Kind::Cattermelon => self.cat,
        }
    }
}
