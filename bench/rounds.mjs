/**
 * Everyone once per round, so that whatever else the machine does falls on all alike. The first
 * round fills caches and does not count. Resolves with what was measured of each, by name.
 *
 * @template Measured
 * @param {readonly { readonly name: string, readonly measure: () => Promise<Measured> }[]} contenders
 * @param {number} rounds
 * @returns {Promise<Record<string, Measured[]>>}
 */
export async function inTurns(contenders, rounds) {
  const times = Object.fromEntries(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const { name, measure } of contenders) {
      const measured = await measure()
      if (round > 0) times[name].push(measured)
    }
  }
  return times
}
