import { describe, expect, it } from 'vitest';
import { ariaKeys, BINDINGS, commandOf, keyHint } from './commands';

const press = (
  key: string,
  code: string,
  held: Partial<Record<'alt' | 'shift' | 'ctrl' | 'meta', boolean>> = { alt: true },
) => ({
  key,
  code,
  altKey: held.alt ?? false,
  shiftKey: held.shift ?? false,
  ctrlKey: held.ctrl ?? false,
  metaKey: held.meta ?? false,
});

describe('commands', () => {
  it('answer to Alt and their letter', () => {
    expect(commandOf(press('r', 'KeyR'))).toBe('toggleRecording');
    expect(commandOf(press('n', 'KeyN'))).toBe('nextBlank');
    expect(commandOf(press('N', 'KeyN', { alt: true, shift: true }))).toBe('previousBlank');
  });

  it('follow the letter on other keyboards, and the place of the key where Alt types a character', () => {
    expect(commandOf(press('r', 'KeyP'))).toBe('toggleRecording');
    expect(commandOf(press('®', 'KeyR'))).toBe('toggleRecording');
  });

  it('leave plain letters, AltGr and other shortcuts alone', () => {
    expect(commandOf(press('r', 'KeyR', {}))).toBeNull();
    expect(commandOf(press('r', 'KeyR', { alt: true, ctrl: true }))).toBeNull();
    expect(commandOf(press('r', 'KeyR', { alt: true, meta: true }))).toBeNull();
    expect(commandOf(press('q', 'KeyQ'))).toBeNull();
  });

  it('have a key each', () => {
    const keys = Object.values(BINDINGS).map(({ letter, shift }) => `${shift}${letter}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyHint('previousBlank')).toBe('Alt Shift N');
    expect(ariaKeys('toggleRecording')).toBe('Alt+R');
  });
});
