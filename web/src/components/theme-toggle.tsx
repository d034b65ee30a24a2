import { Moon, Sun } from 'lucide-react';
import { toggleTheme } from '@/lib/theme';

/** In prerendered pages the small script finds the button by its attribute. */
export function ThemeToggle() {
  return (
    <button
      type="button"
      data-theme-toggle
      onClick={() => toggleTheme()}
      className="btn btn-ghost size-9 px-0"
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
    >
      <Sun size={17} className="hidden dark:block" aria-hidden />
      <Moon size={17} className="dark:hidden" aria-hidden />
    </button>
  );
}
