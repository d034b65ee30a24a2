/**
 * When the cards are shown: once everything is known that decides where they stand, so that nothing moves under a hand
 * that reaches for it, or when patience has ended, so that a slow or failing server keeps nobody from recording.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { enginesQuery } from '@/api/engines';
import { subscriptionPeriodQuery, subscriptionStatusQuery } from '@/api/subscription';

const PATIENCE_MS = 1_500;

/** `late` when something was still on its way: what it would put above the cards then stays away. */
export type Opening = 'waiting' | 'in time' | 'late';

/** `searched` when this browser was searched for what it keeps. */
export function useOpening(searched: boolean): Opening {
  const asked = [useQuery(subscriptionStatusQuery), useQuery(subscriptionPeriodQuery), useQuery(enginesQuery)];
  const known = searched && !asked.some(({ isPending }) => isPending);
  const [opening, open] = useState<Opening>(known ? 'in time' : 'waiting');
  // Once shown they stay.
  if (known && opening === 'waiting') open('in time');
  useEffect(() => {
    const patience = setTimeout(() => open((before) => (before === 'waiting' ? 'late' : before)), PATIENCE_MS);
    return () => clearTimeout(patience);
  }, []);
  return opening;
}
