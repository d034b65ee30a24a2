/** `<details data-menu>` opens without a script; this closes it on Escape and on a click elsewhere. */
export function closeMenusOnLeave(page: Document = document): void {
  const open = () => page.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]');
  page.addEventListener('click', (event) => {
    for (const menu of open()) if (!menu.contains(event.target as Node)) menu.open = false;
  });
  page.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of open()) {
      if (menu.contains(page.activeElement)) menu.querySelector('summary')?.focus();
      menu.open = false;
    }
  });
}
