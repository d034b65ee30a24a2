/** Checks the report while it is written: a moment after the last keystroke. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { requestJson } from '@/api/client';
import type { ReportChecks, ReportMadeFrom } from '@/api/types';
import { useSettled } from '@/lib/use-settled';
import { askedAgain, asksOfImpression, type Told } from './conservation';
import type { Flag } from './flag';
import { type Checked, listFlags } from './flags';

const SETTLE_MS = 600;

export interface ReportUnderCheck extends Told {
  /** Whose report it is: what was put aside in one study says nothing about the next. */
  readonly study: string;
  readonly report: string;
  /** M, F or nothing. */
  readonly sex: string;
  readonly studyName: string | null;
  /** CT, MRI or nothing. */
  readonly modality: string | null;
  /** Ids of the flags that the radiologist has put aside. */
  readonly dismissed: readonly string[];
}

export interface ReportFlags {
  readonly flags: readonly Flag[];
  /** The checks did not answer: what is listed may be old or incomplete. */
  readonly failed: boolean;
  /** Asks them again. */
  readonly checkAgain: () => void;
}

/** What is known beside the text of a report. */
interface Known {
  readonly sex: string;
  readonly studyName: string | null;
  readonly modality: string | null;
}

/** What is asked beside the checks of the text. */
interface Asked {
  readonly madeFrom: ReportMadeFrom | null;
  readonly impressionGenerated: boolean;
}

/** No report is kept once it is off the page. */
const checkQuery = (study: string, text: string, known: Known, { madeFrom, impressionGenerated }: Asked) =>
  queryOptions({
    queryKey: ['check-report', study, text, known, madeFrom, impressionGenerated],
    enabled: text.trim() !== '',
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Checked> => {
      const { sex, studyName, modality } = known;
      const body = { reportContent: text, patientSex: sex || null, studyName, modality, madeFrom, impressionGenerated };
      const { flags, conservation, impression } = await requestJson<ReportChecks>('/api/check-report', {
        method: 'POST',
        body,
        signal,
      });
      return {
        text,
        flags,
        conservation: madeFrom && conservation,
        impression: impressionGenerated ? impression : null,
      };
    },
    // What was said of the text before stays while this one is checked, but never into the next study.
    placeholderData: (before, query) => (query?.queryKey[1] === study ? before : undefined),
  });

export function useReportFlags(underCheck: ReportUnderCheck): ReportFlags {
  const { study, report, statements, lost, altered, madeFrom, transcript, dismissed } = underCheck;
  const { sex, studyName, modality } = underCheck;
  const told = useMemo(
    () => ({ statements, lost, altered, madeFrom, transcript }),
    [statements, lost, altered, madeFrom, transcript],
  );
  const written = useMemo(() => ({ study, report }), [study, report]);
  const latest = useSettled(written, SETTLE_MS);
  const settled = latest.study === study ? latest.report : '';
  const asked = useMemo(
    () => ({ madeFrom: askedAgain(settled, told), impressionGenerated: asksOfImpression(told) }),
    [settled, told],
  );
  const { data, isError, refetch } = useQuery(checkQuery(study, settled, { sex, studyName, modality }, asked));
  const checked = report.trim() ? (data ?? null) : null;
  const flags = useMemo(
    () => listFlags({ ...told, report, checked, dismissed: new Set(dismissed) }),
    [report, checked, told, dismissed],
  );
  return { flags, failed: isError && settled.trim() !== '', checkAgain: () => void refetch() };
}
