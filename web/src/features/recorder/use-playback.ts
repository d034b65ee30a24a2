import { type RefObject, useEffect, useRef, useState } from 'react';

/** What a key does with the recording. */
export interface PlaybackHandle {
  /** Plays or pauses; false when there is nothing to listen to. */
  readonly toggle: () => boolean;
}

export interface Playback {
  readonly player: RefObject<HTMLAudioElement | null>;
  readonly url: string | undefined;
  readonly playing: boolean;
  readonly toggle: () => void;
  readonly onEnded: () => void;
}

/** Plays a recording through a hidden audio element; a new recording starts from its beginning. */
export function usePlayback(audio: Blob | null): Playback {
  const player = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [url, setUrl] = useState<string>();

  useEffect(() => {
    if (!audio) return;
    const created = URL.createObjectURL(audio);
    setUrl(created);
    return () => {
      setPlaying(false);
      setUrl(undefined);
      URL.revokeObjectURL(created);
    };
  }, [audio]);

  function toggle(): void {
    const element = player.current;
    if (!element) return;
    if (playing) {
      element.pause();
      setPlaying(false);
      return;
    }
    setPlaying(true);
    element.play().catch(() => setPlaying(false));
  }

  return { player, url, playing, toggle, onEnded: () => setPlaying(false) };
}
