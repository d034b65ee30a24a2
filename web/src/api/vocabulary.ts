/** The user's own words and replacements. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { requestJson } from './client';
import type { Vocabulary } from './types';

export const vocabularyQuery = queryOptions({
  queryKey: ['user', 'vocabulary'],
  queryFn: ({ signal }) => requestJson<Vocabulary>('/api/user/vocabulary', { signal }),
});

export function saveVocabulary(body: Vocabulary): Promise<Vocabulary> {
  return requestJson<Vocabulary>('/api/user/vocabulary', { method: 'PUT', body });
}

/** Adds one word; false when it is there already. */
export async function addWord(client: QueryClient, word: string): Promise<boolean> {
  // Read anew: it may have been changed in another tab, and is saved as a whole.
  const present = await client.fetchQuery({ ...vocabularyQuery, staleTime: 0 });
  const isThere = present.words.some((each) => each.toLowerCase() === word.toLowerCase());
  if (isThere) return false;
  client.setQueryData(vocabularyQuery.queryKey, await saveVocabulary({ ...present, words: [...present.words, word] }));
  return true;
}
