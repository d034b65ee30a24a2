import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { ReportEditor, type ReportEditorHandle } from '@/features/report/report-editor';
import { useStore } from '@/lib/store';
import type { Commands } from './command-set';
import { useDictationPage } from './use-dictation-page';
import { engineSays, goLive, liveEngine, microphone, study, workspace } from './workspace-fixture';

beforeEach(goLive);

function Page() {
  const editor = useRef<ReportEditorHandle>(null);
  useDictationPage(workspace, {} as Commands, editor);
  const report = useStore(workspace.history, (history) => history.study.report);
  return (
    <>
      <ReportEditor
        ref={editor}
        label="Report"
        value={report}
        statements={[]}
        onChange={(value) => workspace.amend({ report: value })}
      />
      <textarea aria-label="Preview" data-dictation="preview" />
      <button type="button">Another</button>
    </>
  );
}

const focus = (element: HTMLElement) => act(() => element.focus());

it('goes on where it was when words are scratched out of the report while a button has the focus', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await act(() => workspace.toggleRecording());
  microphone.say('abc');
  focus(screen.getByRole('textbox', { name: 'Report' }));
  act(() => engineSays('Liver normal.'));
  expect(study().report).toBe('Liver normal.');
  focus(screen.getByRole('textbox', { name: 'Preview' }));
  focus(screen.getByRole('button'));
  act(() => liveEngine().onCommand({ name: 'scratch', argument: null }));
  expect(study().report).toBe('');
  act(() => engineSays('Liver normal. Spleen large.'));
  expect([study().report, study().transcript.text]).toEqual(['', 'Spleen large.']);
});
