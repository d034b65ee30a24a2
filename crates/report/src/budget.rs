//! What a piece of work may cost, so that no text keeps a processor for itself.
//!
//! Whoever asks for work on a text runs it [`within`] a [`Budget`]; whatever reads the text [`spend`]s as it goes. Work whose budget is
//! used up, or that nobody waits for any longer, ends where it next spends. It unwinds, as a cancelled query does, because the alternative
//! is an error in the return type of every function that reads a word. What is not within a budget spends nothing.
//!
//! A list that is read once for everybody is read with the budget [`suspended`]. `crates/structuring/tests/first_ask.rs` holds that.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Steps that one piece of work may take: about two seconds of a processor. A report takes a hundredth of it,
/// 200,000 characters of honest text over a template of the library three quarters at most, and a hundred sentences fit over a template of
/// 100,000 characters: `crates/structuring/tests/long_texts.rs` holds them to it.
pub const STEPS: u64 = 16_000_000;

/// What it takes to understand a byte of a text: to write it, to divide it, and to read what its sentences say.
const STEPS_OF_A_BYTE: u64 = 50;

/// A budget. Clones share it, so that another thread can end the work.
#[derive(Debug, Clone)]
pub struct Budget {
    left: Arc<AtomicU64>,
    is_over: Arc<AtomicBool>,
}

/// Why work ended before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

thread_local! {
    static OF_THIS_THREAD: RefCell<Option<Budget>> = const { RefCell::new(None) };
}

impl Default for Budget {
    fn default() -> Self {
        Self::of_steps(STEPS)
    }
}

impl Budget {
    /// So many steps; a step is about a tenth of a microsecond.
    pub fn of_steps(steps: u64) -> Self {
        Self {
            left: Arc::new(AtomicU64::new(steps)),
            is_over: Arc::default(),
        }
    }

    /// The steps that are left of it.
    pub fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    /// Ends the work: its time is over, or nobody waits for it.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Runs `work` within a budget, and gives the thread back the one that it had.
///
/// # Errors
/// When the budget was used up or ended. What `work` had begun is dropped.
pub fn within<T>(budget: &Budget, work: impl FnOnce() -> T) -> Result<T, Exhausted> {
    let given_back = GivenBack(OF_THIS_THREAD.replace(Some(budget.clone())));
    let done = panic::catch_unwind(AssertUnwindSafe(|| {
        spend(1);
        work()
    }));
    drop(given_back);
    done.or_else(|payload| match payload.downcast::<Exhausted>() {
        Ok(exhausted) => Err(*exhausted),
        Err(defect) => panic::resume_unwind(defect),
    })
}

/// Runs `work` outside the budget of this thread. Whoever asks first for a list that is read once for everybody does not pay for it; and
/// were its reading cut short, a `LazyLock` would stay poisoned, for everybody, until the program is started again.
pub fn suspended<T>(work: impl FnOnce() -> T) -> T {
    let _given_back = GivenBack(OF_THIS_THREAD.take());
    work()
}

/// Gives the thread back the budget that it had, however the work ends.
struct GivenBack(Option<Budget>);

impl Drop for GivenBack {
    fn drop(&mut self) {
        OF_THIS_THREAD.set(self.0.take());
    }
}

/// Takes so many steps from the budget of the work that this thread does, and ends that work when there are not so many.
pub fn spend(steps: u64) {
    let is_spent = OF_THIS_THREAD.with(|current| {
        let current = current.borrow();
        let Some(budget) = current.as_ref() else {
            return false;
        };
        // One thread spends; others may only end it.
        let left = budget.left.load(Ordering::Relaxed);
        budget.left.store(left.saturating_sub(steps), Ordering::Relaxed);
        left < steps || budget.is_over.load(Ordering::Relaxed)
    });
    if is_spent {
        end_work();
    }
}

/// Takes the steps of understanding so many bytes. Whoever is about to spends them, so that what is hopelessly long ends before it is begun.
pub fn spend_on_text(bytes: usize) {
    spend(STEPS_OF_A_BYTE * bytes as u64);
}

/// No panic: nothing is logged, and no hook is called.
fn end_work() -> ! {
    panic::resume_unwind(Box::new(Exhausted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_work_that_spends_more_than_it_has() {
        let mut done = 0;
        let ended = within(&Budget::of_steps(10), || {
            for _ in 0..100 {
                spend(2);
                done += 1;
            }
        });
        assert_eq!((ended, done), (Err(Exhausted), 4));
    }

    #[test]
    fn ends_work_that_another_thread_ends() {
        let budget = Budget::default();
        budget.end();
        assert_eq!(within(&budget, || 7), Err(Exhausted));
    }

    #[test]
    fn leaves_other_work_alone() {
        assert_eq!(within(&Budget::of_steps(10), || 7), Ok(7));
        spend(1_000_000_000_000);
        let _ = within(&Budget::of_steps(1), || spend(5));
        spend(1_000_000_000_000);
    }

    #[test]
    fn gives_the_outer_budget_back_after_an_inner_one() {
        let ended = within(&Budget::of_steps(10), || {
            let inner = within(&Budget::of_steps(3), || spend(5));
            assert_eq!(inner, Err(Exhausted));
            spend(20);
        });
        assert_eq!(ended, Err(Exhausted));
    }

    #[test]
    fn what_is_suspended_costs_nothing_and_is_not_cut_short() {
        let budget = Budget::of_steps(10);
        let done = within(&budget, || {
            let read = suspended(|| {
                budget.end();
                spend(100);
                7
            });
            assert_eq!((read, budget.left()), (7, 9));
            spend(1);
        });
        assert_eq!(done, Err(Exhausted), "the budget is in force again");
    }

    #[test]
    fn passes_a_defect_on() {
        let defect =
            panic::catch_unwind(|| within(&Budget::default(), || panic::resume_unwind(Box::new("a defect"))));
        assert_eq!(defect.expect_err("the defect").downcast_ref(), Some(&"a defect"));
    }
}
