/** How the user wants reports written. */
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './client';
import type { ReportStyle } from './types';

export const reportStyleQuery = queryOptions({
  queryKey: ['user', 'report-style'],
  queryFn: ({ signal }) => requestJson<ReportStyle>('/api/user/report-style', { signal }),
});

export function saveReportStyle(body: ReportStyle): Promise<ReportStyle> {
  return requestJson<ReportStyle>('/api/user/report-style', { method: 'PUT', body });
}
