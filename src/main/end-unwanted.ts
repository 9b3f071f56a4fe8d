import type { Examinations } from '../core/desk/examinations'
import type { ServerDesk } from '../core/desk/server-desk'
import type { Workbench } from '../core/workbench/workbench'

type Running = {
  readonly desk: Pick<ServerDesk, 'registry'>
  readonly workbench: Workbench
  readonly examinations: Pick<Examinations, 'stopUnwanted'>
}

/** What is no longer written down, or may not run any more, does not: opened or only examined. */
export async function endUnwanted({ desk, workbench, examinations }: Running): Promise<void> {
  const { registry } = desk
  const unwanted = registry.unwanted()
  for (const id of unwanted) registry.forgetOpened(id)
  const there = new Set(registry.list().map(({ id }) => id))
  const gone = workbench.known().filter((id) => !there.has(id))
  await Promise.all([
    ...unwanted.map((id) => workbench.close(id)),
    ...gone.map((id) => workbench.forget(id)),
    examinations.stopUnwanted()
  ])
}
