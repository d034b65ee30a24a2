//! Payments as a provider reports them: what one must be to open a paid period, and what becomes of it.
//!
//! A payment is known by its provider and the provider's identifier, and opens a period once, however often and in
//! however many events it is told. Payments that open nothing are kept until somebody looks at them: a person has
//! paid. The rule what a payment does to a subscription is [`crate::subscription::Subscription::pay`].

use std::fmt;

use thiserror::Error;
use time::OffsetDateTime;

use crate::email::EmailAddress;
use crate::id::UserId;

/// The longest identifier that is kept, in bytes.
pub const LONGEST_PAYMENT_ID: usize = 100;

/// A payment that has arrived, as the provider tells it.
#[derive(Clone, PartialEq, Eq)]
pub struct Payment {
    /// Which payment.
    pub id: PaymentId,
    /// The address that the payer gave, if it can be one of an account.
    pub email: Option<EmailAddress>,
    /// How much, in the currency's smallest unit.
    pub amount: Amount,
}

impl fmt::Debug for Payment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Payment")
            .field("amount", &self.amount)
            .finish_non_exhaustive()
    }
}

/// A payment's name: the provider's short name (`razorpay`), and the identifier that the payment has there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PaymentId {
    provider: String,
    id: String,
}

/// The text names no payment: empty, too long, or not printable ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("this is no identifier of a payment")]
pub struct PaymentIdError;

impl PaymentId {
    /// A payment's name.
    pub fn new(provider: &str, id: &str) -> Result<Self, PaymentIdError> {
        if !is_identifier(provider) || !is_identifier(id) {
            return Err(PaymentIdError);
        }
        Ok(Self {
            provider: provider.to_owned(),
            id: id.to_owned(),
        })
    }

    /// The provider's short name.
    pub fn provider(&self) -> &str {
        &self.provider
    }

    /// The identifier at the provider.
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// Whether a text can be an identifier of a provider's.
fn is_identifier(text: &str) -> bool {
    (1..=LONGEST_PAYMENT_ID).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// An amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// In the currency's smallest unit: 39900 paise are 399 rupees.
    pub minor_units: u64,
    /// In what.
    pub currency: Currency,
}

/// A currency by its three letters (ISO 4217).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Currency([u8; 3]);

impl Currency {
    /// Indian rupees.
    pub const INR: Self = Self(*b"INR");

    /// Reads three letters, whatever their case.
    pub fn parse(raw: &str) -> Option<Self> {
        let letters: [u8; 3] = raw.as_bytes().try_into().ok()?;
        let letters = letters.map(|letter| letter.to_ascii_uppercase());
        letters
            .iter()
            .all(u8::is_ascii_uppercase)
            .then_some(Self(letters))
    }

    /// The three letters.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// What has become of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaymentState {
    /// It opened a paid period.
    Used,
    /// Nobody has signed in with its address yet. Opens a period when somebody does.
    Unclaimed,
    /// The payer gave no address that could be one of an account.
    NoAddress,
    /// Less than a period costs.
    TooLittle,
    /// Not in the currency of the price.
    OtherCurrency,
    /// An administrator took care of it.
    Settled,
}

impl PaymentState {
    const ALL: [Self; 6] = [
        Self::Used,
        Self::Unclaimed,
        Self::NoAddress,
        Self::TooLittle,
        Self::OtherCurrency,
        Self::Settled,
    ];

    /// Those that wait for somebody to look at them.
    pub const OPEN: [Self; 4] = [
        Self::Unclaimed,
        Self::NoAddress,
        Self::TooLittle,
        Self::OtherCurrency,
    ];

    /// The name in the store and on the wire. Names are kept for good.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Used => "used",
            Self::Unclaimed => "unclaimed",
            Self::NoAddress => "no-address",
            Self::TooLittle => "too-little",
            Self::OtherCurrency => "other-currency",
            Self::Settled => "settled",
        }
    }

    pub(crate) fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// What a payment is worth before anybody has looked for its account: [`PaymentState::Unclaimed`] when it can
    /// open a period for `price`. More than the price is as good as the price.
    pub fn of(payment: &Payment, price: Amount) -> Self {
        if payment.amount.currency != price.currency {
            Self::OtherCurrency
        } else if payment.amount.minor_units < price.minor_units {
            Self::TooLittle
        } else if payment.email.is_none() {
            Self::NoAddress
        } else {
            Self::Unclaimed
        }
    }

    /// Whether the payment needs nothing more.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Used | Self::Settled)
    }
}

/// What came of being told of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentOutcome {
    /// It opened a paid period of this user.
    Used(UserId),
    /// It is kept, in this state.
    Kept(PaymentState),
    /// It was known, and nothing is new.
    Known,
}

/// A payment as it is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct KeptPayment {
    /// Which payment.
    pub id: PaymentId,
    /// The address that the payer gave, until the payment has opened a period or was taken care of.
    pub email: Option<EmailAddress>,
    /// How much.
    pub amount: Amount,
    /// What has become of it.
    pub state: PaymentState,
    /// When it was first told.
    pub at: OffsetDateTime,
}

impl fmt::Debug for KeptPayment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("KeptPayment")
            .field("state", &self.state)
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICE: Amount = Amount {
        minor_units: 39_900,
        currency: Currency::INR,
    };

    #[track_caller]
    fn check(minor_units: u64, currency: &str, email: &str, expected: PaymentState) {
        let payment = Payment {
            id: PaymentId::new("razorpay", "pay_1").expect("an identifier"),
            email: EmailAddress::parse(email).ok(),
            amount: Amount {
                minor_units,
                currency: Currency::parse(currency).expect("a currency"),
            },
        };
        assert_eq!(PaymentState::of(&payment, PRICE), expected, "{payment:?}");
        assert!(!format!("{payment:?}").contains("asha"));
    }

    #[test]
    fn opens_a_period_for_the_price_or_more_and_an_address() {
        check(39_900, "INR", "asha@example.org", PaymentState::Unclaimed);
        check(39_900, "inr", "asha@example.org", PaymentState::Unclaimed);
        check(40_842, "INR", "asha@example.org", PaymentState::Unclaimed);
        check(39_899, "INR", "asha@example.org", PaymentState::TooLittle);
        check(0, "INR", "asha@example.org", PaymentState::TooLittle);
        check(39_900, "USD", "asha@example.org", PaymentState::OtherCurrency);
        check(39_900, "INR", "", PaymentState::NoAddress);
    }

    #[test]
    fn reads_currencies_and_identifiers_that_can_be_some() {
        for no_currency in ["", "IN", "INRS", "1NR", "\u{20b9}"] {
            assert_eq!(Currency::parse(no_currency), None, "{no_currency}");
        }
        for no_identifier in ["", "pay 1", "pay\n1", "\u{20b9}", &"p".repeat(101)] {
            assert_eq!(PaymentId::new("razorpay", no_identifier), Err(PaymentIdError));
        }
    }

    #[test]
    fn every_state_reads_as_it_is_written() {
        for state in PaymentState::ALL {
            assert_eq!(PaymentState::parse(state.code()), Some(state));
            assert_eq!(
                PaymentState::OPEN.contains(&state),
                !state.is_final(),
                "{state:?}"
            );
        }
    }
}
