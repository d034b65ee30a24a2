import { keptChoice } from '@/lib/kept-choice';

/** Whether `?` alone opens the list of keys: a key without Alt can be said by mistake to whoever listens for them. */
export const questionMark = keptChoice('question-mark', true);
