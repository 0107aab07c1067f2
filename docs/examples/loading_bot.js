// A bot for Ghawar in JavaScript that loads where it can: ./play join --bot "node docs/examples/loading_bot.js"
const lines = require("readline").createInterface({ input: process.stdin });

function decide(question) {
  const loading = question.legal.filter((move) => move.includes(" load "));
  const good = loading.length ? loading : question.legal.filter((move) => move !== "pass");
  process.stderr.write(`turn ${question.turn}: ${good.length} of ${question.legal.length}\n`);
  const moves = good.length ? good : question.legal;
  return moves[Math.floor(Math.random() * moves.length)];
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    console.log(JSON.stringify({ version: 1, name: "Loader", games: { ghawar: { trucks: [1] } } }));
  } else if (message.type === "decide") {
    console.log(decide(message));
  }
});
