/**
 * What this installation decided, as the server wrote it into the page's head. A value that is empty, or whose token
 * nobody filled (`vite dev`), is absent.
 */

export type Installation = { supportEmail: string | undefined; payUrlInternational: string | undefined };

export function readInstallation(page: ParentNode = document.head): Installation {
  const value = (name: string) => {
    const content = page.querySelector(`meta[name="readout-${name}"]`)?.getAttribute('content')?.trim();
    return content && !content.startsWith('%READOUT_') ? content : undefined;
  };
  return { supportEmail: value('support-email'), payUrlInternational: value('pay-url-international') };
}
