const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('bare', { call: (args) => ipcRenderer.invoke('call', args) })
