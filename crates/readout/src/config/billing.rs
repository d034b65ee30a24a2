//! `[billing]`: whether users pay, and how the payment provider proves that they have.

use accounts::billing::Billing;
use accounts::payment::{Amount, Currency};

use super::Secret;
use super::source::Source;

/// `[billing]`: whether users pay, and how the payment provider proves that they have.
#[derive(Debug)]
pub struct BillingConfig {
    /// `mode`, `READOUT_BILLING`: `on`, or `off` for who runs Readout for themselves: everything is open to every user. Default `on`.
    pub mode: Billing,
    /// `razorpay_webhook_secret`, `READOUT_RAZORPAY_WEBHOOK_SECRET`: what Razorpay signs its webhook with. While it is changed, two
    /// separated by a comma. None: the webhook is refused.
    pub razorpay_webhook_secrets: Vec<Secret>,
    /// `razorpay_amount`, `READOUT_RAZORPAY_AMOUNT`: what a period costs, in paise. A payment of less opens none. Default 39900.
    pub razorpay_amount: u64,
}

impl BillingConfig {
    /// What a period costs.
    pub fn price(&self) -> Amount {
        Amount {
            minor_units: self.razorpay_amount,
            currency: Currency::INR,
        }
    }
}

pub(super) fn read(source: &mut Source) -> BillingConfig {
    const DEFAULT_AMOUNT: u64 = 39_900;
    let secrets = source.text(
        "billing",
        "razorpay_webhook_secret",
        "READOUT_RAZORPAY_WEBHOOK_SECRET",
    );
    let razorpay_webhook_secrets: Vec<Secret> = secrets
        .iter()
        .flat_map(|secrets| secrets.split(','))
        .map(str::trim)
        .filter(|secret| !secret.is_empty())
        .map(|secret| Secret(secret.to_owned()))
        .collect();
    if secrets.is_some() && razorpay_webhook_secrets.is_empty() {
        source.problem("READOUT_RAZORPAY_WEBHOOK_SECRET must be a secret, or two separated by a comma");
    }
    let amount = source
        .parsed(
            "billing",
            "razorpay_amount",
            "READOUT_RAZORPAY_AMOUNT",
            "a whole number of paise, such as 39900",
        )
        .unwrap_or(DEFAULT_AMOUNT);
    if amount == 0 {
        source.problem("READOUT_RAZORPAY_AMOUNT must be more than 0: any payment would open a period");
    }
    BillingConfig {
        mode: mode(source),
        razorpay_webhook_secrets,
        razorpay_amount: amount,
    }
}

fn mode(source: &mut Source) -> Billing {
    match source.text("billing", "mode", "READOUT_BILLING").as_deref() {
        None | Some("on") => Billing::On,
        Some("off") => Billing::Off,
        Some(_) => {
            source.problem("READOUT_BILLING (billing.mode) must be on or off");
            Billing::On
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::*;

    #[track_caller]
    fn check(environment: &[(&str, &str)], expected: Option<(Billing, &[&str], u64)>) {
        let source = Source::of(environment, "").expect("no file");
        let billing = Config::read(source).ok().map(|config| config.billing);
        let read = billing.as_ref().map(|billing| {
            let secrets = billing.razorpay_webhook_secrets.iter().map(Secret::expose);
            (
                billing.mode,
                secrets.collect::<Vec<_>>(),
                billing.price().minor_units,
            )
        });
        let expected = expected.map(|(mode, secrets, amount)| (mode, secrets.to_vec(), amount));
        assert_eq!(read, expected, "{environment:?}");
        assert!(!format!("{billing:?}").contains("hush"));
    }

    #[test]
    fn users_pay_unless_it_is_switched_off() {
        check(&[], Some((Billing::On, &[], 39_900)));
        check(&[("READOUT_BILLING", "on")], Some((Billing::On, &[], 39_900)));
        check(&[("READOUT_BILLING", "off")], Some((Billing::Off, &[], 39_900)));
        check(&[("READOUT_BILLING", "no")], None);
    }

    #[test]
    fn takes_two_secrets_while_one_is_changed() {
        const SECRET: &str = "READOUT_RAZORPAY_WEBHOOK_SECRET";
        check(&[(SECRET, "hush")], Some((Billing::On, &["hush"], 39_900)));
        check(
            &[(SECRET, "hush-new, hush-old,")],
            Some((Billing::On, &["hush-new", "hush-old"], 39_900)),
        );
        check(&[(SECRET, " , ")], None);
    }

    #[test]
    fn a_period_costs_something() {
        const AMOUNT: &str = "READOUT_RAZORPAY_AMOUNT";
        check(&[(AMOUNT, "99900")], Some((Billing::On, &[], 99_900)));
        check(&[(AMOUNT, "0")], None);
        check(&[(AMOUNT, "399.00")], None);
    }
}
