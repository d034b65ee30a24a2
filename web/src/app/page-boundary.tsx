/** What is shown when a page cannot be: its script did not come, or it failed. Nothing dictated is lost by that. */
import { Component, type ReactNode } from 'react';
import { Button, buttonClass } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { reloadPage } from '@/lib/navigation';

export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main id="main" className="mx-auto max-w-xl px-5 py-16">
        <h1 className="sr-only">Readout</h1>
        <div role="alert">
          <Notice tone="warn" title="This page could not be shown">
            <p>
              Your connection may be down, or Readout was just updated. What you dictated is stored on this device and
              is offered again when the page is back.
            </p>
          </Notice>
        </div>
        <p className="mt-4 flex gap-2">
          <Button variant="primary" onClick={reloadPage}>
            Load the page again
          </Button>
          <a href="/contact" className={buttonClass({ variant: 'ghost' })}>
            Contact Us
          </a>
        </p>
      </main>
    );
  }
}
