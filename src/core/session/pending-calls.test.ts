import { describe, expect, it } from 'vitest'
import { FAULTY, useFaultBenches } from './fault-testing'

const { bench } = useFaultBenches()

describe('reports of a running call', () => {
  it('never lose its frame', async () => {
    const { workbench } = bench('never')
    await workbench.open(FAULTY)
    const reported: (number | undefined)[] = []
    workbench.onCall(({ requestSeq }) => void reported.push(requestSeq))
    const { call, done } = await workbench.startCall(FAULTY, 'go', {})
    await expect.poll(() => reported.at(-1)).toBeDefined()
    workbench.cancelCall(call.id)
    const { requestSeq } = await done
    expect(reported).toEqual([undefined, requestSeq, requestSeq])
  })
})
