export const PROGRAM: string;
