import { describe, expect, it } from 'vitest';
import { ariaKeys, COMMAND_GROUPS, COMMANDS, commandOf, keyHint } from './commands';

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
    // What a Mac waits with for the letter that gets the tilde.
    expect(commandOf(press('Dead', 'KeyN'))).toBe('nextBlank');
  });

  it('leave plain letters, AltGr and other shortcuts alone', () => {
    expect(commandOf(press('r', 'KeyR', {}))).toBeNull();
    expect(commandOf(press('r', 'KeyR', { alt: true, ctrl: true }))).toBeNull();
    expect(commandOf(press('r', 'KeyR', { alt: true, meta: true }))).toBeNull();
    expect(commandOf(press('y', 'KeyY'))).toBeNull();
  });

  it('have a key each, and a line in the list of keys each', () => {
    const keys = Object.values(COMMANDS).map(({ key }) => `${key.shift}${key.letter}`);
    expect(new Set(keys).size).toBe(keys.length);
    const listed: string[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);
    expect(listed.toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  });

  it('are called as the keys of the machine are', () => {
    expect(keyHint('previousBlank', false)).toBe('Alt Shift N');
    expect(keyHint('previousBlank', true)).toBe('⌥ ⇧ N');
    expect(ariaKeys('toggleRecording')).toBe('Alt+R');
  });

  it('show the list of keys on a question mark, but not where one is typed', () => {
    const question = press('?', 'Slash', { shift: true });
    expect(commandOf(question)).toBe('showKeys');
    expect(commandOf(question, { text: true, dialog: false })).toBeNull();
    expect(commandOf(press('h', 'KeyH'), { text: true, dialog: false })).toBe('showKeys');
  });

  it('leave a dialog its keys, but never take recording away', () => {
    const within = { text: true, dialog: true };
    expect(commandOf(press('w', 'KeyW', { alt: true, shift: true }), within)).toBeNull();
    expect(commandOf(press('s', 'KeyS'), within)).toBeNull();
    expect(commandOf(press('r', 'KeyR'), within)).toBe('toggleRecording');
    expect(commandOf(press('p', 'KeyP'), within)).toBe('togglePause');
  });
});
