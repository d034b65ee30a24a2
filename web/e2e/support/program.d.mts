export const PROGRAM: string;

export interface RunningProgram {
  url: string;
  data: string;
  pid: number;
  secondsToReady: number;
  /** Everything it wrote to standard error so far. */
  log(): string;
  /** Ends the process as a power cut would, keeping its data. */
  kill(): Promise<void>;
  /** Ends it in good order, keeping its data. */
  end(): Promise<void>;
  /** Ends it in good order and removes its data. */
  stop(): Promise<void>;
}

export function startProgram(settings?: Record<string, string>, data?: string): Promise<RunningProgram>;
