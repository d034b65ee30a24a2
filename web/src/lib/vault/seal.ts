/**
 * Encrypts what the browser stores. AES-GCM with the user's key, which lives in memory only; the name of a record is
 * authenticated with it, so that a record cannot be passed off as another.
 */

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** How much longer what is sealed is than what was to be sealed. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES;

export interface Seal {
  /** The nonce, then the ciphertext. */
  close: (plain: ArrayBuffer | Uint8Array<ArrayBuffer>, record: string) => Promise<ArrayBuffer>;
  /** Rejects when the bytes were changed, belong to another record, or were sealed with another key. */
  open: (sealed: ArrayBuffer, record: string) => Promise<ArrayBuffer>;
}

/** `key` is the base64 of 32 bytes. */
export async function sealWith(key: string): Promise<Seal> {
  const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
  const imported = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  bytes.fill(0);
  const named = (record: string) => new TextEncoder().encode(record);

  return {
    async close(plain, record) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const parameters = { name: 'AES-GCM', iv: nonce, additionalData: named(record) };
      const cipher = await crypto.subtle.encrypt(parameters, imported, plain);
      const sealed = new Uint8Array(NONCE_BYTES + cipher.byteLength);
      sealed.set(nonce);
      sealed.set(new Uint8Array(cipher), NONCE_BYTES);
      return sealed.buffer;
    },
    open(sealed, record) {
      const nonce = new Uint8Array(sealed, 0, NONCE_BYTES);
      const parameters = { name: 'AES-GCM', iv: nonce, additionalData: named(record) };
      return crypto.subtle.decrypt(parameters, imported, new Uint8Array(sealed, NONCE_BYTES));
    },
  };
}
