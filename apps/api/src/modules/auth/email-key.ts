/** Under what an address is known: nobody signs in to two accounts that differ in case only. */
export function emailKey(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}
