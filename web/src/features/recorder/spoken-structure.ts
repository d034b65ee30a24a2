/** Whether "structure report" may be said on this device: a report is replaced by it, so it is off until switched on. */
import { keptChoice } from '@/lib/kept-choice';

export const spokenStructure = keptChoice('spoken-structure', false);

export const allowSpokenStructure = spokenStructure.choose;
