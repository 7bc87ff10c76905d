//! Strict binary encodings: each value has exactly one encoding, and all others are refused with a typed error.

use curve25519_dalek::scalar::Scalar;
use facedown_core::Seat;
use thiserror::Error;

use crate::group::Point;

/// Why bytes cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// The bytes end in the middle of a value.
    #[error("the bytes end too early: {missing} more are needed")]
    Truncated {
        /// The minimum number of missing bytes.
        missing: usize,
    },
    /// There are bytes after the end of the value.
    #[error("{extra} bytes are left over after the value")]
    TooLong {
        /// The number of bytes that are left over.
        extra: usize,
    },
    /// 32 bytes are not the canonical encoding of a point of ristretto255.
    #[error("32 bytes are not the canonical encoding of a point")]
    NotAPoint,
    /// A point is the identity, which no honest player sends.
    #[error("a point is the identity, which no honest player sends")]
    Identity,
    /// A scalar is not below the group's order.
    #[error("a scalar is not reduced modulo the order of the group")]
    NotReduced,
    /// A count is larger than the format allows.
    #[error("a count of {count} is more than the {most} that are allowed")]
    TooMany {
        /// The count that was read.
        count: usize,
        /// The most that is allowed.
        most: usize,
    },
    /// A tag has an unknown value.
    #[error("{byte} does not say what kind of {what} follows")]
    UnknownKind {
        /// The type that was expected.
        what: &'static str,
        /// The tag that was found.
        byte: u8,
    },
    /// A value has the right form but is not valid.
    #[error("{0}")]
    Invalid(&'static str),
}

/// A type whose values have exactly one encoding each.
pub trait Codec: Sized {
    /// Encodes the value.
    fn write(&self, to: &mut Writer);

    /// Decodes a value. Anything that [`Codec::write`] does not write is refused.
    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError>;

    /// Encodes the value as bytes.
    fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer::default();
        self.write(&mut to);
        to.0
    }

    /// Decodes a value that takes up all of the bytes.
    fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut from = Reader::new(bytes);
        let value = Self::read(&mut from)?;
        from.end()?;
        Ok(value)
    }
}

/// A buffer for encodings.
#[derive(Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// The bytes that have been written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// Writes bytes without their length.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// One byte.
    pub fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// Writes 16 bits, little-endian. All values in this crate that use it are at most 65535.
    pub fn short(&mut self, value: usize) {
        let value = u16::try_from(value).unwrap_or(u16::MAX);
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    /// A scalar.
    pub fn scalar(&mut self, scalar: &Scalar) {
        self.bytes(scalar.as_bytes());
    }

    /// Writes the number of values, at most 65535, and the values.
    pub fn list<T: Codec>(&mut self, values: &[T]) {
        self.short(values.len());
        for value in values {
            value.write(self);
        }
    }

    /// Writes the number of scalars, at most 65535, and the scalars.
    pub fn scalars(&mut self, scalars: &[Scalar]) {
        self.short(scalars.len());
        for scalar in scalars {
            self.scalar(scalar);
        }
    }
}

/// A cursor over encoded bytes.
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Starts at the beginning of these bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The next `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        let (head, rest) = self
            .0
            .split_at_checked(count)
            .ok_or_else(|| DecodeError::Truncated { missing: count - self.0.len() })?;
        self.0 = rest;
        Ok(head)
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// One byte.
    pub fn byte(&mut self) -> Result<u8, DecodeError> {
        Ok(self.array::<1>()?[0])
    }

    /// 16 bits, little-endian.
    pub fn short(&mut self) -> Result<u16, DecodeError> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    /// Reads a scalar below the group's order.
    pub fn scalar(&mut self) -> Result<Scalar, DecodeError> {
        Option::from(Scalar::from_canonical_bytes(self.array()?)).ok_or(DecodeError::NotReduced)
    }

    /// Reads a count of at most `most`.
    pub fn count(&mut self, most: usize) -> Result<usize, DecodeError> {
        let count = usize::from(self.short()?);
        if count > most { Err(DecodeError::TooMany { count, most }) } else { Ok(count) }
    }

    /// Reads a count of at most `most` and as many values.
    pub fn list<T: Codec>(&mut self, most: usize) -> Result<Vec<T>, DecodeError> {
        let count = self.count(most)?;
        (0..count).map(|_| T::read(self)).collect()
    }

    /// Reads a count of at most `most` and as many scalars.
    pub fn scalars(&mut self, most: usize) -> Result<Vec<Scalar>, DecodeError> {
        let count = self.count(most)?;
        (0..count).map(|_| self.scalar()).collect()
    }

    /// Checks that all bytes have been read.
    pub const fn end(&self) -> Result<(), DecodeError> {
        if self.0.is_empty() { Ok(()) } else { Err(DecodeError::TooLong { extra: self.0.len() }) }
    }
}

impl Codec for Point {
    fn write(&self, to: &mut Writer) {
        to.bytes(self.as_bytes());
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Self::decode(from.array()?)
    }
}

impl Codec for [u8; 32] {
    fn write(&self, to: &mut Writer) {
        to.bytes(self);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        from.array()
    }
}

impl Codec for Seat {
    fn write(&self, to: &mut Writer) {
        #[allow(clippy::cast_possible_truncation)] // a table has at most eight seats
        to.byte(self.index() as u8);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let byte = from.byte()?;
        Self::new(usize::from(byte)).ok_or(DecodeError::UnknownKind { what: "seat", byte })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order of the group, little-endian: the smallest number that is not a scalar.
    const ORDER: [u8; 32] = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde,
        0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ];

    fn point(bytes: [u8; 32]) -> Result<Point, DecodeError> {
        Point::from_bytes(&bytes)
    }

    #[test]
    fn points_are_canonical_and_never_the_identity() {
        assert_eq!(point([0; 32]).err(), Some(DecodeError::Identity));
        assert_eq!(point([0xff; 32]).err(), Some(DecodeError::NotAPoint));
        // p + 0 and p + 2 are other writings of field elements that have a canonical one.
        let mut prime = [0xff; 32];
        (prime[0], prime[31]) = (0xed, 0x7f);
        assert_eq!(point(prime).err(), Some(DecodeError::NotAPoint));
        // An odd, so negative, field element.
        let mut one = [0; 32];
        one[0] = 1;
        assert_eq!(point(one).err(), Some(DecodeError::NotAPoint));
        let base = Point::base();
        assert_eq!(point(*base.as_bytes()).unwrap(), base);
        let mut high_bit = *base.as_bytes();
        high_bit[31] |= 0x80;
        assert_eq!(point(high_bit).err(), Some(DecodeError::NotAPoint));
    }

    #[test]
    fn lengths_are_exact() {
        let bytes = Point::base().to_bytes();
        assert_eq!(
            Point::from_bytes(&bytes[..31]).err(),
            Some(DecodeError::Truncated { missing: 1 })
        );
        let long = [&bytes[..], &[0]].concat();
        assert_eq!(Point::from_bytes(&long).err(), Some(DecodeError::TooLong { extra: 1 }));
        assert_eq!(
            Reader::new(&[3, 0, 1]).list::<Point>(2).err(),
            Some(DecodeError::TooMany { count: 3, most: 2 })
        );
    }

    #[test]
    fn scalars_are_reduced() {
        assert_eq!(Reader::new(&ORDER).scalar(), Err(DecodeError::NotReduced));
        assert_eq!(Reader::new(&[0xff; 32]).scalar(), Err(DecodeError::NotReduced));
        let mut most = ORDER;
        most[0] -= 1;
        assert_eq!(Reader::new(&most).scalar(), Ok(-Scalar::ONE));
    }
}
