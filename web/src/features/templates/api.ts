/** The built-in library, and the search in it. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson } from '@/api/client';
import type { SystemTemplate, TemplateMatches } from '@/api/types';

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async ({ signal }) => {
    const { templates } = await requestJson<{ templates: SystemTemplate[] }>('/api/templates', { signal });
    return templates;
  },
});

/** Shorter requests name no study. */
const SHORTEST_REQUEST = 2;

/** Ids of the templates that a request for a study may mean, the best first: the search that the server matches with. */
export const templateMatchesQuery = (query: string, modality: string, sex: string) =>
  queryOptions({
    queryKey: ['templates', 'match', query, modality, sex],
    enabled: query.length >= SHORTEST_REQUEST,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const body = { query, modality: modality === 'ALL' ? null : modality, sex: sex || null };
      const { candidates } = await requestJson<TemplateMatches>('/api/templates/match', {
        method: 'POST',
        body,
        signal,
      });
      return candidates.map(({ id }) => id);
    },
  });
