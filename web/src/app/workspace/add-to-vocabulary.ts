import type { QueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/api-error';
import { addWord } from '@/api/vocabulary';
import { toast } from '@/components/ui/toast-store';
import { failed } from './desk';

/** Takes a word of the preview into the user's vocabulary; it is listened for from the next recording on. */
export async function addToVocabulary(client: QueryClient, word: string): Promise<void> {
  try {
    const isNew = await addWord(client, word);
    toast({
      title: isNew ? 'Added to Vocabulary' : 'Already in Your Vocabulary',
      description: isNew ? `“${word}” is listened for from the next recording on.` : `“${word}” is listened for.`,
    });
  } catch (error) {
    failed('Not Added', messageOf(error, 'The word could not be added to your vocabulary.'));
  }
}
