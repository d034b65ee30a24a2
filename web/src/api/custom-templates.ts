/** The person's own templates: read by the workspace, kept on the account page. */
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './client';
import type { CustomTemplate } from './types';

export const customTemplatesQuery = queryOptions({
  queryKey: ['custom-templates'],
  queryFn: ({ signal }) => requestJson<CustomTemplate[]>('/api/custom-templates', { signal }),
});
