// The least a window can do to call a tool: a button, one request to main, a raw pipe, one text.
const { app, BrowserWindow, ipcMain } = require('electron')
const { spawn } = require('node:child_process')
const { createInterface } = require('node:readline')
const { join } = require('node:path')

const child = spawn(process.execPath, [process.env.BENCH_SERVER], {
  env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  stdio: ['pipe', 'pipe', 'ignore']
})
const waiting = new Map()
let lastId = 0
createInterface({ input: child.stdout }).on('line', (line) => {
  const { id, result } = JSON.parse(line)
  waiting.get(id)?.(result)
  waiting.delete(id)
})

ipcMain.handle('call', (_event, args) => {
  const id = ++lastId
  const params = { name: 'echo', arguments: args }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`)
  return new Promise((resolve) => waiting.set(id, resolve))
})

app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    webPreferences: { preload: join(__dirname, 'bare-preload.cjs'), sandbox: true }
  })
  return window.loadFile(join(__dirname, 'bare.html'))
})
app.on('will-quit', () => child.kill())
app.on('window-all-closed', () => app.quit())
