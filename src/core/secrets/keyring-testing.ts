/** For tests: a keyring in memory, which can be locked or missing. */
import { type KeyringFault, type Keyring } from './keyring'

export class MemoryKeyring implements Keyring {
  readonly backend = 'memory for tests'
  key: Uint8Array | undefined
  fault: KeyringFault | undefined
  /** How often it was asked for anything. */
  asked = 0

  async read(): Promise<Uint8Array | undefined> {
    this.take()
    return this.key
  }

  async write(key: Uint8Array): Promise<void> {
    this.take()
    this.key = Buffer.from(key)
  }

  private take(): void {
    this.asked += 1
    if (this.fault) throw this.fault
  }
}
