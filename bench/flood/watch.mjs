// Watches the memory of the main process and of the page while something goes on.
import { execFile as execFileWithCallback } from 'node:child_process'
import { promisify } from 'node:util'

const execFile = promisify(execFileWithCallback)
const SAMPLE_MS = 250
const MEGABYTE = 1024 * 1024

export class Watch {
  #main = []
  #page = []
  #isOver = false

  static async begin(app, window) {
    const watch = new Watch()
    const cdp = await window.context().newCDPSession(window)
    await cdp.send('Performance.enable')
    watch.pid = String(await app.evaluate(() => process.pid))
    watch.cdp = cdp
    await watch.sample()
    watch.running = watch.run()
    return watch
  }

  async run() {
    while (!this.#isOver) {
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
      await this.sample()
    }
  }

  async sample() {
    const { stdout } = await execFile('ps', ['-o', 'rss=', '-p', this.pid])
    const { metrics } = await this.cdp.send('Performance.getMetrics')
    this.#main.push(Number(stdout) * 1024)
    this.#page.push(metrics.find(({ name }) => name === 'JSHeapUsedSize').value)
  }

  /** In megabytes. */
  async end() {
    this.#isOver = true
    await this.running
    const of = (bytes) => Math.round(bytes / MEGABYTE)
    return {
      mainGrowth: of(Math.max(...this.#main) - this.#main[0]),
      pageMost: of(Math.max(...this.#page))
    }
  }
}
