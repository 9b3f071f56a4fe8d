/** Traffic to a file and from one. The person chooses the file in a dialog of the system. */
import type { TrafficExport } from '../../../../shared/ipc/traffic-contract'
import { request } from '../../../bridge/bridge'
import { notify, tell } from '../../../stores/window/notices'
import { changeTraffic } from '../../../stores/records/traffic-view'
import { count } from '../../../ui/text/format'
import { openRecording, showTraffic } from '../../../stores/records/dock'
import type { FrameRef } from './frame-work'

export type Exported = { readonly viewId: number } | { readonly recording: number }

export function exportTraffic(form: 'lines' | 'har', what: Exported): void {
  const unit = form === 'har' ? 'exchange' : 'entry'
  request('traffic.export', { form, what }).then(
    (done) => done && tell(exportWords(done, unit)),
    notify
  )
}

export function exportReport(frame: FrameRef): void {
  request('traffic.export', { form: 'report', what: frame }).then(
    (done) => done && tell(exportWords(done, 'report')),
    notify
  )
}

/** Without a path the person chooses one. */
export function importTraffic(path?: string): void {
  request('traffic.import', path === undefined ? {} : { path }).then((recording) => {
    if (recording === null) return
    showTraffic('list')
    changeTraffic({ query: '', whose: 'all' })
    openRecording(recording)
  }, notify)
}

const MANY = { entry: 'entries', exchange: 'exchanges', report: 'reports' } as const

export function exportWords(
  { path, entries, hidden, leftOut }: TrafficExport,
  unit: keyof typeof MANY
): string {
  const what = unit === 'report' ? 'The report' : count(entries, unit, MANY[unit])
  const masked =
    hidden === 0
      ? 'No value in it had to be hidden.'
      : `${count(hidden, 'value')} in it ${hidden === 1 ? 'is' : 'are'} hidden.`
  const left =
    leftOut === 0
      ? ''
      : ` ${count(leftOut, 'entry', 'entries')} did not go over HTTP and ${leftOut === 1 ? 'is' : 'are'} left out.`
  const verb = unit === 'report' || entries === 1 ? 'is' : 'are'
  return `${what} ${verb} saved as ${path}. ${masked}${left}`
}
