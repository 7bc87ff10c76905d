//! A number in mixed radix, whose digits are the ranks of actions.

/// A rank, and how many there are.
#[derive(Clone, Copy)]
pub(super) struct Digit {
    pub(super) rank: u32,
    pub(super) base: u32,
}

/// A big number that is read and written in mixed radix. Limbs of 32 bits, lowest first.
#[derive(Default)]
pub(super) struct MixedRadix(Vec<u32>);

#[allow(clippy::cast_possible_truncation)] // halves of 64-bit products
impl MixedRadix {
    pub(super) fn push(&mut self, Digit { rank, base }: Digit) {
        let mut carry = u64::from(rank);
        for limb in &mut self.0 {
            carry += u64::from(*limb) * u64::from(base);
            *limb = carry as u32;
            carry >>= 32;
        }
        if carry != 0 {
            self.0.push(carry as u32);
        }
    }

    pub(super) fn pop(&mut self, base: u32) -> u32 {
        let mut rest = 0u64;
        for limb in self.0.iter_mut().rev() {
            let value = rest << 32 | u64::from(*limb);
            *limb = (value / u64::from(base)) as u32;
            rest = value % u64::from(base);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        rest as u32
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.iter().all(|&limb| limb == 0)
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.0.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        let limb =
            |part: &[u8]| part.iter().rev().fold(0, |limb, &byte| limb << 8 | u32::from(byte));
        Self(bytes.chunks(4).map(limb).collect())
    }
}
