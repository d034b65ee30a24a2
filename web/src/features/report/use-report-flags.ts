/** Checks the report while it is written: a moment after the last keystroke. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { requestJson } from '@/api/client';
import type { CheckFlag, ConservationFlag } from '@/api/types';
import { useSettled } from '@/lib/use-settled';
import { type Checked, type Flag, listFlags } from './flags';
import type { Statement } from './marks';

const SETTLE_MS = 600;

export interface ReportUnderCheck {
  /** Whose report it is: what was put aside in one study says nothing about the next. */
  readonly study: string;
  readonly report: string;
  readonly statements: readonly Statement[];
  readonly lost: readonly ConservationFlag[];
  /** M, F or nothing. */
  readonly sex: string;
  readonly studyName: string | null;
  /** Ids of the flags that the radiologist has put aside. */
  readonly dismissed: readonly string[];
}

export interface ReportFlags {
  readonly flags: readonly Flag[];
  /** The checks did not answer: what is listed may be old or incomplete. */
  readonly failed: boolean;
}

/** No report is kept once it is off the page. */
const checkQuery = (study: string, text: string, sex: string, studyName: string | null) =>
  queryOptions({
    queryKey: ['check-report', study, text, sex, studyName],
    enabled: text.trim() !== '',
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Checked> => {
      const body = { reportContent: text, patientSex: sex || null, studyName };
      const { flags } = await requestJson<{ flags: CheckFlag[] }>('/api/check-report', {
        method: 'POST',
        body,
        signal,
      });
      return { text, flags };
    },
    // What was said of the text before stays while this one is checked, but never into the next study.
    placeholderData: (before, query) => (query?.queryKey[1] === study ? before : undefined),
  });

export function useReportFlags(underCheck: ReportUnderCheck): ReportFlags {
  const { study, report, statements, lost, sex, studyName, dismissed } = underCheck;
  const written = useMemo(() => ({ study, report }), [study, report]);
  const latest = useSettled(written, SETTLE_MS);
  const settled = latest.study === study ? latest.report : '';
  const { data, isError } = useQuery(checkQuery(study, settled, sex, studyName));
  const checked = report.trim() ? (data ?? null) : null;
  const flags = useMemo(
    () => listFlags({ report, checked, statements, lost, dismissed: new Set(dismissed) }),
    [report, checked, statements, lost, dismissed],
  );
  return { flags, failed: isError && settled.trim() !== '' };
}
