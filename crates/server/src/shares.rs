//! What each user, or each address, has of something that all of them share: so many at most, so that nobody leaves none for the others.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use accounts::UserId;

/// Who has how many, and a `T` that all shares of one `K` have in common. Clones are the same.
#[derive(Debug)]
pub struct Shares<T = (), K: Hash + Eq + Copy = UserId> {
    most: usize,
    taken: Taken<T, K>,
}

type Taken<T, K> = Arc<Mutex<HashMap<K, (usize, Arc<T>)>>>;

/// One share; given back when it is dropped.
#[derive(Debug)]
pub struct Share<T = (), K: Hash + Eq + Copy = UserId> {
    whose: K,
    common: Arc<T>,
    taken: Taken<T, K>,
}

impl<T: Default, K: Hash + Eq + Copy> Shares<T, K> {
    /// At most so many for each.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            taken: Arc::default(),
        }
    }

    /// One more; none when they have all that is theirs.
    pub fn take(&self, whose: K) -> Option<Share<T, K>> {
        let mut taken = locked(&self.taken);
        let (shares, common) = taken.entry(whose).or_default();
        if *shares == self.most {
            return None;
        }
        *shares += 1;
        Some(Share {
            whose,
            common: Arc::clone(common),
            taken: Arc::clone(&self.taken),
        })
    }
}

impl<T, K: Hash + Eq + Copy> Clone for Shares<T, K> {
    fn clone(&self) -> Self {
        Self {
            most: self.most,
            taken: Arc::clone(&self.taken),
        }
    }
}

impl<T, K: Hash + Eq + Copy> Deref for Share<T, K> {
    type Target = Arc<T>;

    fn deref(&self) -> &Arc<T> {
        &self.common
    }
}

impl<T, K: Hash + Eq + Copy> Drop for Share<T, K> {
    fn drop(&mut self) {
        let mut taken = locked(&self.taken);
        if let Some((shares, _)) = taken.get_mut(&self.whose) {
            *shares -= 1;
            if *shares == 0 {
                taken.remove(&self.whose);
            }
        }
    }
}

fn locked<T, K>(taken: &Taken<T, K>) -> MutexGuard<'_, HashMap<K, (usize, Arc<T>)>> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_so_many_at_a_time_and_nobody_is_remembered() {
        let shares = Shares::<()>::new(2);
        let [one, other] = [1, 2].map(|number| UserId::from_uuid(uuid::Uuid::from_u128(number)));
        let first = shares.take(one).expect("a share");
        let second = shares.take(one).expect("another");
        assert!(shares.take(one).is_none());
        assert!(shares.take(other).is_some());
        drop(first);
        assert!(shares.take(one).is_some());
        drop(second);
        assert!(locked(&shares.taken).is_empty());
    }
}
