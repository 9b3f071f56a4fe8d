/** Which parts of a value some schema has spoken about, for the keywords about all other parts. */
export class Evaluated {
  readonly names = new Set<string>()
  readonly indexes = new Set<number>()
  hasAllNames = false
  hasAllItems = false
  /** Items from the first one on. */
  itemCount = 0
  /** It depends on something that was left out whether more parts belong here. */
  isUnsure = false

  get count(): number {
    return this.names.size + this.indexes.size
  }

  hasItem(index: number): boolean {
    return this.hasAllItems || index < this.itemCount || this.indexes.has(index)
  }

  hasName(name: string): boolean {
    return this.hasAllNames || this.names.has(name)
  }

  addAll(other: Evaluated): void {
    for (const name of other.names) this.names.add(name)
    for (const index of other.indexes) this.indexes.add(index)
    this.hasAllNames ||= other.hasAllNames
    this.hasAllItems ||= other.hasAllItems
    this.itemCount = Math.max(this.itemCount, other.itemCount)
    this.isUnsure ||= other.isUnsure
  }
}
