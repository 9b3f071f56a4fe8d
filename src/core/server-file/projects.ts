/** The folders that were opened lately, and the one that is open, across restarts. */
import { basename } from 'node:path'
import { z } from 'zod'
import type { Project } from '../../shared/servers/configuration'
import { StateFile, type StateFileOptions } from '../disk/state-file'

const KEPT_PROJECTS = 10

const Stored = z.object({
  recent: z.array(z.string().min(1)).max(1_000).default([]),
  current: z.string().min(1).optional()
})

export class RecentProjects {
  private readonly file: StateFile<typeof Stored>
  private stored: z.output<typeof Stored>

  constructor(path: string, options: StateFileOptions<z.output<typeof Stored>>) {
    this.file = new StateFile(path, Stored, options)
    this.stored = this.file.read() ?? { recent: [] }
  }

  list(): readonly Project[] {
    return this.stored.recent.map((folder) => ({ folder, name: basename(folder) || folder }))
  }

  /** The folder that was open when we were last running. */
  get last(): string | undefined {
    return this.stored.current
  }

  opened(folder: string): void {
    const others = this.stored.recent.filter((each) => each !== folder)
    this.keep({ recent: [folder, ...others].slice(0, KEPT_PROJECTS), current: folder })
  }

  closed(): void {
    this.keep({ recent: this.stored.recent })
  }

  forget(folder: string): void {
    this.keep({ ...this.stored, recent: this.stored.recent.filter((each) => each !== folder) })
  }

  private keep(stored: z.output<typeof Stored>): void {
    this.stored = stored
    this.file.update(() => stored)
  }
}
