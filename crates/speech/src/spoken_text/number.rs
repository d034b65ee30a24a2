//! Numbers in words.

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

/// Every word that stands for a number.
pub(super) fn words() -> impl Iterator<Item = String> {
    let whole = ONES.iter().chain(TENS.iter().filter(|word| !word.is_empty()));
    let ranked = (1..=12).map(|rank| ordinal(&rank.to_string()));
    whole
        .map(|word| (*word).to_owned())
        .chain(["hundred".to_owned(), "thousand".to_owned()])
        .chain(ranked)
}

/// "3.2" is "three point two"; a number of more than six digits, or one that begins with 0, digit by digit.
pub(super) fn cardinal(number: &str) -> String {
    let mut parts = number.split('.');
    let mut words = whole(parts.next().unwrap_or_default());
    for decimals in parts {
        words.push("point");
        words.extend(digits(decimals));
    }
    words.join(" ")
}

/// "5" is "fifth", "21" is "twenty first".
pub(super) fn ordinal(number: &str) -> String {
    let mut words = whole(number);
    let Some(last) = words.pop() else {
        return String::new();
    };
    let ranked = match last {
        "one" => "first".to_owned(),
        "two" => "second".to_owned(),
        "three" => "third".to_owned(),
        "five" => "fifth".to_owned(),
        "eight" => "eighth".to_owned(),
        "nine" => "ninth".to_owned(),
        "twelve" => "twelfth".to_owned(),
        other => match other.strip_suffix('y') {
            Some(stem) => format!("{stem}ieth"),
            None => format!("{other}th"),
        },
    };
    words
        .iter()
        .map(|word| (*word).to_owned())
        .chain([ranked])
        .collect::<Vec<_>>()
        .join(" ")
}

/// The value of a Roman numeral up to 12, which is as far as grades, segments and nerves go.
pub(super) fn roman(text: &str) -> Option<u8> {
    let numerals = [
        "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII",
    ];
    numerals
        .iter()
        .zip(1..)
        .find(|(numeral, _)| **numeral == text)
        .map(|(_, value)| value)
}

fn whole(number: &str) -> Vec<&'static str> {
    let value: u32 = match number.parse() {
        Ok(value) if number.len() <= 6 && (number == "0" || !number.starts_with('0')) => value,
        _ => return digits(number).collect(),
    };
    if (1900..2100).contains(&value) && value % 100 >= 10 {
        return [below_thousand(value / 100), below_thousand(value % 100)].concat();
    }
    let mut words = Vec::new();
    if value >= 1000 {
        words.extend(below_thousand(value / 1000));
        words.push("thousand");
    }
    if value == 0 || !value.is_multiple_of(1000) {
        words.extend(below_thousand(value % 1000));
    }
    words
}

fn below_thousand(value: u32) -> Vec<&'static str> {
    let mut words = Vec::new();
    if value >= 100 {
        words.extend([ONES[value as usize / 100], "hundred"]);
    }
    match value % 100 {
        0 if value > 0 => {}
        small @ 0..20 => words.push(ONES[small as usize]),
        large => {
            words.push(TENS[large as usize / 10]);
            if large % 10 > 0 {
                words.push(ONES[large as usize % 10]);
            }
        }
    }
    words
}

fn digits(number: &str) -> impl Iterator<Item = &'static str> {
    number
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| ONES[usize::from(digit - b'0')])
}
