/** The states of the recorder and what moves it from one to the next. Knows nothing of microphones. */

/** A take that has ended, or what a paused one has so far. */
export interface Recording {
  readonly id: string;
  readonly audio: Blob;
  readonly seconds: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The recording that had become as long as one may be, so that this one began where it ended. */
  readonly continues?: string;
}

export type MicrophoneProblem = 'refused' | 'missing' | 'busy' | 'insecure' | 'unsupported' | 'failed';

export type RecorderState =
  | { readonly phase: 'idle'; readonly problem: MicrophoneProblem | null }
  | { readonly phase: 'starting' }
  | { readonly phase: 'recording'; readonly seconds: number }
  | { readonly phase: 'paused'; readonly seconds: number }
  | { readonly phase: 'stopping'; readonly seconds: number }
  | {
      readonly phase: 'stopped';
      readonly recording: Recording;
      /** The microphone went away by itself. */
      readonly interrupted: boolean;
      /** Its words are in the preview. */
      readonly transcribed: boolean;
    };

export type RecorderEvent =
  | { readonly type: 'asked' }
  | { readonly type: 'refused'; readonly problem: MicrophoneProblem }
  | { readonly type: 'started' }
  | { readonly type: 'ticked'; readonly seconds: number }
  | { readonly type: 'paused' }
  | { readonly type: 'resumed' }
  | { readonly type: 'stopping' }
  | { readonly type: 'stopped'; readonly recording: Recording; readonly interrupted?: boolean }
  | { readonly type: 'recovered'; readonly recording: Recording; readonly transcribed?: boolean }
  | { readonly type: 'transcribed'; readonly id: string }
  | { readonly type: 'cleared' };

export const IDLE: RecorderState = { phase: 'idle', problem: null };

/** An event that the state does not expect changes nothing. */
export function nextState(state: RecorderState, event: RecorderEvent): RecorderState {
  switch (event.type) {
    case 'asked':
      return state.phase === 'idle' || state.phase === 'stopped' ? { phase: 'starting' } : state;
    case 'refused':
      return state.phase === 'starting' ? { phase: 'idle', problem: event.problem } : state;
    case 'started':
      return state.phase === 'starting' ? { phase: 'recording', seconds: 0 } : state;
    case 'ticked':
      return state.phase === 'recording' || state.phase === 'paused' ? { ...state, seconds: event.seconds } : state;
    case 'paused':
      return state.phase === 'recording' ? { phase: 'paused', seconds: state.seconds } : state;
    case 'resumed':
      return state.phase === 'paused' ? { phase: 'recording', seconds: state.seconds } : state;
    case 'stopping':
      return isUnderWay(state) ? { phase: 'stopping', seconds: secondsOf(state) } : state;
    case 'stopped':
      return isUnderWay(state) || state.phase === 'stopping'
        ? { phase: 'stopped', recording: event.recording, interrupted: event.interrupted ?? false, transcribed: false }
        : state;
    case 'recovered':
      return state.phase === 'idle' || state.phase === 'stopped'
        ? { phase: 'stopped', recording: event.recording, interrupted: false, transcribed: event.transcribed ?? false }
        : state;
    case 'transcribed':
      return state.phase === 'stopped' && state.recording.id === event.id ? { ...state, transcribed: true } : state;
    case 'cleared':
      return IDLE;
  }
}

/** The microphone is open. */
export function isUnderWay(state: RecorderState): boolean {
  return state.phase === 'recording' || state.phase === 'paused';
}

export function secondsOf(state: RecorderState): number {
  if (state.phase === 'idle' || state.phase === 'starting') return 0;
  return state.phase === 'stopped' ? state.recording.seconds : state.seconds;
}

const COMPLETE = 'Recording complete - Ready to transcribe';

export function statusLine(state: RecorderState): string {
  switch (state.phase) {
    case 'idle':
      return 'Ready';
    case 'starting':
      return 'Waiting for the microphone';
    case 'recording':
      return 'Recording in progress...';
    case 'paused':
      return 'Recording paused - Click Resume to continue or Transcribe to process';
    case 'stopping':
      return COMPLETE;
    case 'stopped':
      return state.transcribed ? `${COMPLETE} again` : COMPLETE;
  }
}

/** What to tell the radiologist, and what they can do about it. */
export const PROBLEMS: Readonly<Record<MicrophoneProblem, { readonly title: string; readonly help: string }>> = {
  refused: {
    title: 'The microphone is blocked',
    help: 'Allow it at the microphone or lock sign in the address bar of your browser, then start again.',
  },
  missing: { title: 'No microphone was found', help: 'Connect one, or switch it on, then start again.' },
  busy: {
    title: 'The microphone is in use',
    help: 'Another program or tab holds it. Close that one, then start again.',
  },
  insecure: {
    title: 'The browser gives no microphone to this address',
    help: 'Open Readout over https, or on the machine itself at localhost.',
  },
  unsupported: {
    title: 'This browser cannot record audio',
    help: 'Use a current Chrome, Edge, Firefox or Safari. Typing your findings works here too.',
  },
  failed: {
    title: 'The microphone could not be started',
    help: 'Check it in the settings of your system, then start again.',
  },
};

/** Two digits each: `mm:ss`. */
export function clockText(seconds: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}
