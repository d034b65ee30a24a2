/**
 * The focus stays where the radiologist works. A control that was used and then rests or goes (Structure while it runs,
 * Cancel once there is nothing to cancel) would leave it nowhere: it comes back to the control when that can be used
 * again, or else goes to the text of its card.
 */
import { type RefObject, useEffect } from 'react';

const CARD = 'section, details, aside';
const USABLE = 'textarea, button:not(:disabled), input:not(:disabled)';

export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = root.current;
    if (!page) return;
    let last: HTMLElement | null = null;
    let card: Element | null = null;

    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      card = target.closest(CARD);
    };
    // Whoever presses on the page itself has left the control behind.
    const onPress = ({ target }: PointerEvent) => {
      if (target !== last && target instanceof Node && !last?.contains(target)) last = null;
    };
    const bringBack = () => {
      if (!last || document.activeElement !== document.body) return;
      if (!last.isConnected) card?.querySelector<HTMLElement>(USABLE)?.focus({ preventScroll: true });
      else if (!last.matches(':disabled')) last.focus({ preventScroll: true });
    };
    // The browser takes the focus off what rests a moment after it does.
    const changes = new MutationObserver(() => requestAnimationFrame(bringBack));
    changes.observe(page, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
    page.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress);
    return () => {
      changes.disconnect();
      page.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [root]);
}
