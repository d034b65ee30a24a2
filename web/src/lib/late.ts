/**
 * Parts of a page whose script comes later. A connection that fails meanwhile must not take the page down, least of all
 * one that records: it is tried again, and what stands in the part's place stays there until it has come.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { onlineAgain } from './online-again';

const TRY_AGAIN_MS = 3_000;

// biome-ignore lint/suspicious/noExplicitAny: the props are those of the component, whatever they are
type AnyComponent = ComponentType<any>;

/** A part of a page. */
export function late<C extends AnyComponent>(load: () => Promise<C>): LazyExoticComponent<C> {
  return lazy(() => persistently(load).then((component) => ({ default: component })));
}

/** A whole page: after some tries it is better to say so. */
export function latePage<C extends AnyComponent>(load: () => Promise<C>): LazyExoticComponent<C> {
  return lazy(() => persistently(load, 3).then((component) => ({ default: component })));
}

export async function persistently<T>(load: () => Promise<T>, tries = Number.POSITIVE_INFINITY): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await load();
    } catch (error) {
      if (tried >= tries) throw error;
      await onlineAgain(TRY_AGAIN_MS);
    }
  }
}
