// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { everyRow } from './every-row'
import { RecordList } from './record-list'
import { TRAFFIC } from './traffic-list'
import { rowsFrom, settled, TrafficOfMain } from './traffic-testing'

const spec = { recording: 1, query: '', isPaired: false, isFolded: false }

/** The numbers of all rows of a list, which is shown. */
async function reading(main: TrafficOfMain, held: readonly string[] = []) {
  const list = new RecordList(TRAFFIC, spec)
  await settled()
  main.held = held
  const read = everyRow(list)
  await settled()
  return { list, seqs: read.then((rows) => rows.map(({ seq }) => seq)) }
}

const numbers = (first: number, last: number) => rowsFrom(first, last).map(({ seq }) => seq)

it('reads each row once when older ones are found in between', async () => {
  const main = new TrafficOfMain()
  main.rows = rowsFrom(2_001, 4_500)
  const { seqs } = await reading(main, ['traffic.rows'])
  main.rows = rowsFrom(1, 4_500)
  main.held = []
  await main.answer()
  expect(await seqs).toEqual(numbers(1, 4_500))
})

it('reads no more than anybody reads', async () => {
  const main = new TrafficOfMain()
  main.rows = rowsFrom(1, 50_500)
  const { seqs } = await reading(main)
  expect(await seqs).toEqual(numbers(1, 50_000))
})

it('waits until all rows are found', async () => {
  const main = new TrafficOfMain()
  main.rows = rowsFrom(201, 400)
  main.isComplete = false
  const { seqs } = await reading(main)
  main.rows = rowsFrom(1, 400)
  main.isComplete = true
  await main.grow()
  expect(await seqs).toEqual(numbers(1, 400))
})

it('says so when the list is closed before all rows are found', async () => {
  const main = new TrafficOfMain()
  main.rows = rowsFrom(201, 400)
  main.isComplete = false
  const { list, seqs } = await reading(main)
  list.close()
  await expect(seqs).rejects.toThrow('This list is no longer open.')
})

it('says what keeps the rows from being found', async () => {
  const main = new TrafficOfMain()
  main.rows = rowsFrom(201, 400)
  main.isComplete = false
  const { list, seqs } = await reading(main)
  list.giveUp('The disk is full.')
  await expect(seqs).rejects.toThrow('The disk is full.')
})
