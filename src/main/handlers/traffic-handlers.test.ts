import { expect, it } from 'vitest'
import { Workbench } from '../../core/workbench/workbench'
import { trafficHandlers } from './traffic-handlers'
import { keptTraffic } from './traffic-testing'
import { PLAIN_NETWORKS } from '../../core/network/networks'

it('removes what is over, and never the recording that goes on', async () => {
  const workbench = new Workbench({ networks: PLAIN_NETWORKS, version: '0', servers: [] })
  const { traffic, store, live, redactor } = keptTraffic(workbench.log)
  const parts = { workbench, traffic, redactor, version: '1' }
  const routes = trafficHandlers(parts as Parameters<typeof trafficHandlers>[0])
  const earlier = store.recordings.begin(0)
  store.recordings.live = live
  await routes['traffic.remove']({ recording: earlier })
  await expect(routes['traffic.remove']({ recording: live })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'This recording goes on. It can be removed after the next start.'
  })
  expect(store.list().map(({ id }) => id)).toEqual([live])
})
