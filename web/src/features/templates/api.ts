/** The built-in library. */
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '@/api/client';
import type { SystemTemplate } from '@/api/types';

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async ({ signal }) => {
    const { templates } = await requestJson<{ templates: SystemTemplate[] }>('/api/templates', { signal });
    return templates;
  },
});
