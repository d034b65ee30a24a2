//! What each user has of something that all of them share: so many at most, so that nobody leaves none for the others.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use accounts::UserId;

/// Who has how many, and a `T` that all shares of one user have in common. Clones are the same.
#[derive(Debug)]
pub struct Shares<T = ()> {
    most: usize,
    taken: Taken<T>,
}

type Taken<T> = Arc<Mutex<HashMap<UserId, (usize, Arc<T>)>>>;

/// One of a user's shares; given back when it is dropped.
#[derive(Debug)]
pub struct Share<T = ()> {
    user: UserId,
    common: Arc<T>,
    taken: Taken<T>,
}

impl<T: Default> Shares<T> {
    /// At most so many for each user.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            taken: Arc::default(),
        }
    }

    /// One more for a user; none when they have all that is theirs.
    pub fn take(&self, user: UserId) -> Option<Share<T>> {
        let mut taken = locked(&self.taken);
        let (shares, common) = taken.entry(user).or_default();
        if *shares == self.most {
            return None;
        }
        *shares += 1;
        Some(Share {
            user,
            common: Arc::clone(common),
            taken: Arc::clone(&self.taken),
        })
    }
}

impl<T> Clone for Shares<T> {
    fn clone(&self) -> Self {
        Self {
            most: self.most,
            taken: Arc::clone(&self.taken),
        }
    }
}

impl<T> Deref for Share<T> {
    type Target = Arc<T>;

    fn deref(&self) -> &Arc<T> {
        &self.common
    }
}

impl<T> Drop for Share<T> {
    fn drop(&mut self) {
        let mut taken = locked(&self.taken);
        if let Some((shares, _)) = taken.get_mut(&self.user) {
            *shares -= 1;
            if *shares == 0 {
                taken.remove(&self.user);
            }
        }
    }
}

fn locked<T>(taken: &Taken<T>) -> MutexGuard<'_, HashMap<UserId, (usize, Arc<T>)>> {
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
