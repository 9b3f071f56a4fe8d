/**
 * Everyone once per round, so that whatever else the machine does falls on all alike. The first
 * round fills caches and does not count. Resolves with the milliseconds of each by name.
 *
 * @param {readonly { readonly name: string, readonly measure: () => Promise<number> }[]} contenders
 * @param {number} rounds
 * @returns {Promise<Record<string, number[]>>}
 */
export async function inTurns(contenders, rounds) {
  const times = Object.fromEntries(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const { name, measure } of contenders) {
      const ms = await measure()
      if (round > 0) times[name].push(ms)
    }
  }
  return times
}
