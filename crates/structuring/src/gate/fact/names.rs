//! Keys by number.

use std::collections::HashMap;

/// Keys by number, so that facts are compared without comparing texts.
#[derive(Default)]
pub(in crate::gate) struct Names {
    numbers: HashMap<String, u32>,
    texts: Vec<String>,
}

impl Names {
    pub(in crate::gate) fn number(&mut self, key: String) -> u32 {
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push(key.clone());
        self.numbers.insert(key, number);
        number
    }

    /// The number of a key that was already met.
    pub(in crate::gate) fn known(&self, key: &str) -> Option<u32> {
        self.numbers.get(key).copied()
    }

    pub(in crate::gate) fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", String::as_str)
    }
}
