import { startPty, makeScratch, endPtys } from "@reprise/testkit";
const scratch = await makeScratch("probe");
const wait=(ms:number)=>new Promise(r=>setTimeout(r,ms));
const [,, cols, rows, ...steps] = process.argv;
const pty = startPty({command:"/work/main/bin/reprise",args:["demo"],cwd:scratch.workspace,columns:Number(cols),rows:Number(rows),env:{PATH:process.env.PATH!,HOME:scratch.home,TMPDIR:scratch.root,LANG:"C.UTF-8"}});
await wait(2000);
console.log("##### start"); console.log(pty.text());
for (const s of steps){ const m=/^(.*)@(\d+)$/s.exec(s); const t=m?m[1]:s; const ms=m?Number(m[2]):500;
 const k=(t as string).replace(/<(\w+)>/g,(_,n)=>({enter:"\r",esc:"\x1b",up:"\x1b[A",down:"\x1b[B",right:"\x1b[C",left:"\x1b[D",home:"\x1b[H",nl:"\x1b\r"} as any)[n]);
 pty.type(k); await wait(ms); console.log("##### "+s); console.log(pty.text()); }
await endPtys(); await scratch.remove(); process.exit(0);
